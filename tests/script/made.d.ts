// What is written when a site is made.

/** The digests of all files of a site, above sw.js. */
declare const FILES: Record<string, string>;

declare module "*/about.js" {
  export const SIZE: number;
  export const LANGUAGES: Record<string, string>;
}

declare module "*/pyodide.mjs" {
  export const loadPyodide: (given: object) => Promise<any>;
}
