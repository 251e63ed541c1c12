// The layout of panels under Node: no browser, many windows, and the panels in any order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged } from "../../framework/parlour_web/static/layout.js";

const HEADING = 28; // pixels of a folded panel, at most

/** Return numbers that look like chance and are the same in each run. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Return a window and the panels of a game of up to five seats. */
function some(seed) {
  const next = chance(seed), among = (least, most) => Math.round(least + next() * (most - least));
  const panel = (name, role) => ({ name, role, width: among(100, 900), height: among(60, 700) });
  const others = Array.from({ length: among(0, 4) }, (_, seat) => panel(`board ${seat}`, "other"));
  const sides = Array.from({ length: among(0, 2) }, (_, place) => panel(`side ${place}`, "side"));
  const own = [panel("scene", "scene"), panel("mine", "mine"), ...(next() < 0.5 ? [panel("foot", "foot")] : [])];
  return { panels: [...own, ...others, ...sides], width: among(560, 1500), height: among(420, 950), next };
}

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed + 1);

test("each panel has a box in the window, and no two overlap", () => {
  for (const seed of SEEDS) {
    const { panels, width, height } = some(seed), boxes = arranged(panels, width, height, "");
    assert.equal(boxes.size, panels.length, `seed ${seed}`);
    const all = [...boxes];
    for (const [place, [name, box]] of all.entries()) {
      const isIn = box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
      assert.ok(isIn, `seed ${seed}: ${name} leaves the window: ${JSON.stringify(box)} of ${width} × ${height}`);
      for (const [other, its] of all.slice(place + 1)) {
        const isApart = box.x + box.width <= its.x + 0.5 || its.x + its.width <= box.x + 0.5
          || box.y + box.height <= its.y + 0.5 || its.y + its.height <= box.y + 0.5;
        assert.ok(isApart, `seed ${seed}: ${name} lies on ${other}`);
      }
    }
  }
});

test("a panel keeps its proportions, and only one at the side is a heading alone", () => {
  for (const seed of SEEDS) {
    const { panels, width, height } = some(seed), boxes = arranged(panels, width, height, "");
    for (const panel of panels) {
      const box = boxes.get(panel.name);
      if (box.folded) assert.ok(panel.role === "side" && box.height <= HEADING, `seed ${seed}: ${panel.name}`);
      else {
        const inner = (box.width - 14) * panel.height / panel.width; // without the edges round the picture
        assert.ok(Math.abs(box.height - inner - 33) < 1, `seed ${seed}: ${panel.name} ${JSON.stringify(box)}`);
      }
    }
  }
});

test("the order in which panels come changes nothing", () => {
  for (const seed of SEEDS) {
    const { panels, width, height, next } = some(seed), shuffled = [...panels].sort(() => next() - 0.5);
    const sorted = (boxes) => [...boxes].sort(([one], [other]) => (one < other ? -1 : 1));
    assert.deepEqual(sorted(arranged(shuffled, width, height, "")), sorted(arranged(panels, width, height, "")), `seed ${seed}`);
  }
});

test("an enlarged panel is in no direction smaller than before", () => {
  for (const seed of SEEDS) {
    const { panels, width, height } = some(seed), before = arranged(panels, width, height, "");
    for (const { name } of panels) {
      const was = before.get(name), box = arranged(panels, width, height, name).get(name);
      assert.ok(!box.folded, `seed ${seed}: ${name} is a heading`);
      assert.ok(was.folded || box.width >= was.width - 1, `seed ${seed}: ${name} is narrower`);
      assert.ok(box.height >= was.height - 1, `seed ${seed}: ${name} is lower`);
    }
  }
});

/** Return the panels of a game, with things for each of the others. */
const giants = (others) => [["island", "scene", 1436, 867], ["you", "foot", 500, 136], ["round", "side", 486, 108], ["others", "other", 436, 44 * others], ["supply", "side", 372, 68]];
const maori = (others, high) => [["display", "scene", 376, 376], ["board", "mine", 372, high], ["supply", "side", 372, 126],
  ...Array.from({ length: others }, (_, seat) => [`board ${seat}`, "other", 372, high])];
const rapaNui = (others) => [["piles", "side", 372, 90], ["display", "scene", 372, 256], ["hand", "mine", 372, 202], ["tribes", "scene", 372, 94 * others + 96], ["stone", "side", 372, 110]];

const SIZES = [
  ...[2, 3, 4].map((others) => [`giants with ${others} others`, giants(others), { others: 14, island: 16 }]),
  ...[1, 2, 3, 4].map((others) => [`maori with ${others} others`, maori(others, 346), { "board 0": 15, "board 1": 15, display: 12 }]),
  ...[1, 2, 3].map((others) => [`maori on the atoll with ${others} others`, maori(others, 288), { "board 0": 14.9, "board 1": 14.9, display: 12 }]),
  ...[1, 2, 3].map((others) => [`rapa nui with ${others} others`, rapaNui(others), { display: 10, tribes: 11 }]),
];

for (const [game, sizes, letters] of SIZES)
  test(`the panels of ${game} fill four fifths of a laptop and of a large window, and can be read`, () => {
    const panels = sizes.map(([name, role, width, height]) => ({ name, role, width, height }));
    for (const [width, height] of [[883, 687], [1485, 967]]) {
      const boxes = arranged(panels, width, height, "");
      const share = [...boxes.values()].reduce((sum, box) => sum + box.width * box.height, 0) / (width * height);
      assert.ok(share >= 0.8, `${width} × ${height}: ${share}`);
      for (const panel of panels) {
        const pixels = (letters[panel.name] ?? 99) * (boxes.get(panel.name).width - 14) / panel.width;
        assert.ok(pixels >= 9, `${width} × ${height}: ${panel.name} has letters of ${pixels} pixels`);
      }
    }
  });
