// How the search of the site ranks pages. Pages that tell how to do something come before pages
// that list everything, and each word of docs/asked.toml puts its pages forward.
const ASKED = {};
const LISTS = /^(reference|rules)\/|^(index|design|security|glossary|comparison)$/;
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, , , , score]) => {
    const query = new URLSearchParams(window.location.search).get("q") ?? "";
    const words = new Set(query.toLowerCase().match(/\w+/g));
    const asked = (ASKED[page] ?? []).filter((word) => words.has(word)).length;
    return score * (LISTS.test(page) ? 0.3 : 1) + 20 * asked;
  },
};
