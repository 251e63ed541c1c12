// The first page of a site leads to the reader's language: that of the last visit, or the browser's.
// @ts-check

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[hreflang]")]);
const wanted = [localStorage.getItem("parlour.language") ?? "", ...navigator.languages].map((one) => one.split("-")[0]);
const language = wanted.find((one) => links.some((link) => link.hreflang === one)) ?? "en";
location.replace(`${language}/index.html${location.hash}`);
