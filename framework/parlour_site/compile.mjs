// Compile archives with the Python of the browser: node compile.mjs ARCHIVE… < compiling.py
// Pyodide lies beside this file.

import { readFileSync, writeFileSync, writeSync } from "node:fs";

try {
  const { loadPyodide } = await import(new URL("pyodide.mjs", import.meta.url).href);
  const lock = readFileSync(new URL("lock.json", import.meta.url), "utf8");
  const python = await loadPyodide({ lockFileContents: lock, env: { PYTHONNODEBUGRANGES: "1" } });
  python.runPython(readFileSync(0, "utf8"));
  for (const path of process.argv.slice(2)) {
    python.FS.writeFile("/archive.zip", readFileSync(path));
    python.runPython("from pathlib import Path; at = Path('/archive.zip'); at.write_bytes(compiled(at.read_bytes()))");
    writeFileSync(path, python.FS.readFile("/archive.zip"));
  }
} catch (fault) {
  // Node would print the line of the fault, which has a million letters.
  writeSync(2, String(fault));
  process.exitCode = 1;
}
