// An assistant by the protocol's own library for JavaScript: it plays a seat to the end of its match.
// Arguments: the folder with the library, the address of the table; the key is in KEY.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, address] = process.argv.slice(2);
const library = createRequire(join(folder, "package.json"));
const load = (part) =>
  import(pathToFileURL(library.resolve(`@modelcontextprotocol/sdk/client/${part}.js`)));
const { Client } = await load("index");
const { StreamableHTTPClientTransport } = await load("streamableHttp");

const headers = { Authorization: `Bearer ${process.env.KEY}` };
const client = new Client({ name: "test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
const { tools } = await client.listTools();
let answer = await client.callTool({ name: "look", arguments: {} });
let played = 0;
while (!answer.isError && !answer.structuredContent.position.is_over) {
  const { question, moves } = answer.structuredContent.position;
  const call = question
    ? { name: "play", arguments: { move: moves[played++ % moves.length] } }
    : { name: "wait", arguments: {} };
  answer = await client.callTool(call);
}
await client.close();
console.log(
  JSON.stringify({
    tools: tools.map((tool) => tool.name),
    played,
    refused: Boolean(answer.isError),
    text: answer.content[0].text,
  }),
);
