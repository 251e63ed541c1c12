onmessage = ({ data, source, ports: [port] }) => {
  if (source !== parent) return;
  onmessage = null;
  const made = URL.createObjectURL(new Blob([data.script], { type: "text/javascript" }));
  const types = self.trustedTypes, rule = { createScriptURL: (one) => (one === made ? one : "") };
  const worker = new Worker(types ? types.createPolicy("parlour-apart", rule).createScriptURL(made) : made);
  worker.onerror = () => parent.postMessage("stopped", "*");
  worker.postMessage(data, [port]);
};
