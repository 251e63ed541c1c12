// Boot the Python of a site as its worker does, and print what a script returns: node run.mjs SITE SCRIPT ARGUMENT…

import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [site, script, ...given] = process.argv.slice(2);
const at = (name) => join(site, "python", name);
const { loadPyodide } = await import(pathToFileURL(at("pyodide.mjs")).href);
try {
  const library = join(process.env.TMPDIR ?? tmpdir(), `library-${process.pid}.zip`);
  writeFileSync(library, gunzipSync(readFileSync(at("library.zip.gz"))));
  const python = await loadPyodide({
    stdLibURL: library,
    lockFileContents: readFileSync(at("lock.json"), "utf8"),
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" },
  });
  python.FS.mkdirTree("/matches");
  python.FS.writeFile("/packages.zip", gunzipSync(readFileSync(at("packages.zip.gz"))));
  python.runPython(`
import sys
from zipfile import ZipFile

ZipFile("/packages.zip").extractall("/site")
sys.path.insert(0, "/site")
`);
  python.globals.set("given", python.toPy(given));
  python.runPython(readFileSync(script, "utf8"));
  writeSync(1, await python.runPythonAsync("await main(given)"));
  process.exit(); // the tables would go on
} catch (fault) {
  // Node would print the line of the fault, which has a million letters.
  writeSync(2, String(fault));
  process.exitCode = 1;
}
