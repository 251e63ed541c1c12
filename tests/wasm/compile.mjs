// Compiles schemas from standard input, by name, with ajv as it is by default.
// Argument: the folder with the library. Prints the reasons why some do not compile, by name.

import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const require = createRequire(join(process.argv[2], "package.json"));
const Ajv = require("ajv/dist/2020").default;

const refused = {};
for (const [name, schema] of Object.entries(JSON.parse(await text(process.stdin)))) {
  try {
    new Ajv().compile(schema);
  } catch (fault) {
    refused[name] = String(fault);
  }
}
console.log(JSON.stringify(refused));
