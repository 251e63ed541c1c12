// The frame of a stranger's program: it starts a worker of the script that its page sends, and of no other.
// @ts-check

onmessage = ({ data, source, ports: [port] }) => {
  if (source !== parent) return;
  onmessage = null;
  const made = URL.createObjectURL(new Blob([data.script], { type: "text/javascript" }));
  const types = /** @type {any} */ (self).trustedTypes;
  const rule = { createScriptURL: (/** @type {string} */ one) => (one === made ? one : "") };
  const worker = new Worker(types ? types.createPolicy("parlour-apart", rule).createScriptURL(made) : made);
  worker.onerror = () => parent.postMessage("stopped", "*");
  worker.postMessage(data, [port]);
};
