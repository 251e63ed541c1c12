"use strict";
// Sorts the rows of a table by the column whose head is clicked; once more turns them round.
// A long table shows its first rows, all of them after a click, or those that hold a typed text.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const tools = table.parentElement.previousElementSibling?.closest(".tools");
  const most = () => Number(table.dataset.folded ?? Infinity);
  const show = () => {
    const wanted = tools?.querySelector("input").value.toLowerCase() ?? "";
    let shown = 0;
    for (const row of body.rows) {
      const fits = row.textContent.toLowerCase().includes(wanted);
      row.hidden = !fits || (!wanted && shown >= most());
      shown += !row.hidden;
    }
  };
  tools?.querySelector("input").addEventListener("input", show);
  tools?.querySelector("button").addEventListener("click", (click) => {
    delete table.dataset.folded;
    click.target.hidden = true;
    show();
  });
  show();
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
    show();
  }));
}
