// A bot for Parlour that plays any game: a random legal move from the list it is sent.
//
// It needs Node 16 or later and nothing else. Start here: replace `choose`.
//
//     parlour play maori --player "exec:node bot.js"
//     parlour bot check "node bot.js" --game maori
"use strict";

const readline = require("node:readline");

// Return the text of a move. `message.view` is all that the seat may know, `message.moves`
// the legal moves, `message.told` what has happened since the last question.
function choose(message, match, random) {
  return message.moves[Math.floor(random() * message.moves.length)].text;
}

// Small numbers from a seed (xorshift), so that a match can be repeated.
function generator(seed) {
  let x = (seed % 4294967291) + 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x / 4294967296;
  };
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

let match = {};
let random = Math.random;

const answers = {
  hello: () => send({ type: "hello", protocol: 1, name: "JavaScript starter" }),
  ready: () => send({ type: "ready" }),
  match: (message) => {
    match = message;
    random = generator(message.seed);
  },
  decide: (message) => {
    // Moves out of turn are offers; with no legal moves, null declines them.
    const move = message.moves.length ? choose(message, match, random) : null;
    send({ type: "move", id: message.id, move });
  },
  quit: () => process.exit(0),
  // "stop" finds nothing to stop here, "over" nothing to learn; all else is ignored.
};

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (Object.hasOwn(answers, message.type)) answers[message.type](message);
});
lines.on("close", () => process.exit(0));
