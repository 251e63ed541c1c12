// The matches of a site in this browser: the files of a folder of Python, each by its name.
// @ts-check

const NAME = `parlour ${new URL("..", import.meta.url).pathname}`; // sites of one host have one each
const STORE = "files";

/** @type {Map<string, string>} */ const kept = new Map(); // when each file was changed, as it is kept
/** @type {Promise<any>} */ let saving = Promise.resolve();

/** Return what a request of the database brings. @param {any} request @returns {Promise<any>} */
const brought = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @returns {Promise<any>} */
function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return brought(request);
}

/** Do something with the files; it is done once it has reached the disk.
 * @param {"readonly"|"readwrite"} mode @param {(store: any) => any} act */
async function within(mode, act) {
  const database = await open();
  try {
    const change = database.transaction(STORE, mode, { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      change.oncomplete = () => resolve(undefined);
      change.onerror = change.onabort = () => reject(change.error);
    });
    const found = await act(change.objectStore(STORE));
    await done;
    return found;
  } finally {
    database.close();
  }
}

/** Return the content of a file that is kept; none if there is none. @param {string} name
 * @returns {Promise<Uint8Array|undefined>} */
export const content = (name) => within("readonly", (store) => brought(store.get(name)));

/** Return when a file was changed. @param {any} files @param {string} path */
function stamp(files, path) {
  const { mtime, size } = files.stat(path);
  return `${Number(mtime)} ${size}`;
}

/** Write the files that are kept into a folder. @param {any} files @param {string} folder */
export async function load(files, folder) {
  const [names, contents] = await within("readonly", (store) =>
    Promise.all([brought(store.getAllKeys()), brought(store.getAll())]));
  names.forEach((/** @type {string} */ name, /** @type {number} */ place) => {
    files.writeFile(`${folder}/${name}`, contents[place]);
    kept.set(name, stamp(files, `${folder}/${name}`));
  });
}

/** Keep the files of a folder that have changed. @param {any} files @param {string} folder */
export function save(files, folder) {
  saving = saving.catch(() => {}).then(() => saveNow(files, folder));
  return saving;
}

/** @param {any} files @param {string} folder */
async function saveNow(files, folder) {
  const names = files.readdir(folder).filter((/** @type {string} */ name) => !name.startsWith("."));
  const changed = names.map((/** @type {string} */ name) => ({ name, at: stamp(files, `${folder}/${name}`) }))
    .filter((/** @type {any} */ one) => kept.get(one.name) !== one.at);
  if (!changed.length) return;
  await within("readwrite", (store) => {
    for (const { name } of changed) store.put(files.readFile(`${folder}/${name}`), name);
  });
  for (const { name, at } of changed) kept.set(name, at);
}
