// Boot the Python of a site as its worker does, and print what a script returns: node run.mjs SITE SCRIPT ARGUMENT…

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [site, script, ...given] = process.argv.slice(2);
const at = (name) => join(site, "python", name);
const unpacked = (name) => gunzipSync(readFileSync(at(`${name}.gz`)));
const runtime = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "runtime-"));
process.on("exit", () => rmSync(runtime, { recursive: true }));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(at(name), join(runtime, name));
for (const name of ["pyodide.asm.wasm", "library.zip"]) writeFileSync(join(runtime, name), unpacked(name));
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
try {
  const python = await loadPyodide({
    stdLibURL: join(runtime, "library.zip"),
    lockFileContents: readFileSync(at("lock.json"), "utf8"),
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" },
  });
  python.FS.mkdirTree("/matches");
  python.FS.writeFile("/packages.zip", unpacked("packages.zip"));
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
