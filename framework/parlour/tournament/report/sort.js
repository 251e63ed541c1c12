"use strict";
// Sorts the rows of a table by the column whose head is clicked; once more turns them round.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => head.querySelector("button")?.addEventListener("click", () => {
    const turn = head.ariaSort === "descending" ? 1 : -1;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.ariaSort = turn < 0 ? "descending" : "ascending";
    const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const compare = (one, other) => {
      const [a, b] = [key(one), key(other)];
      return isNaN(a) || isNaN(b) ? b.localeCompare(a) : a - b;
    };
    body.append(...[...body.rows].sort((one, other) => turn * compare(one, other)));
  }));
}
