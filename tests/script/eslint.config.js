// How the scripts of pages are written, beside what their types say.

export default [
  {
    files: ["**/static/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 12],
      "consistent-return": "error",
      eqeqeq: "error",
      "max-depth": ["error", 4],
      "max-lines": ["error", 600],
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
