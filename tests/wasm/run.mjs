// Run library.py in the Python of WebAssembly: node run.mjs PYODIDE PACKAGES

import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
try {
  const python = await loadPyodide();
  python.mountNodeFS("/packages", packages);
  console.log(python.runPython(`
import sys

assert sys.version_info[:2] == (3, 14), sys.version
sys.dont_write_bytecode = True
sys.path.insert(0, "/packages")
from library import report

report()
`));
} catch (fault) {
  // Node would print the line of the fault, which has a million letters.
  writeSync(2, String(fault));
  process.exitCode = 1;
}
