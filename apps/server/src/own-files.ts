import { fileURLToPath } from 'node:url';

// The build makes a few files of all modules, and puts those that several programs share beside main.js. Thus only this module
// may use import.meta.url: it is in the folder above the others' folders, from source as well as built.

/** Returns the path of a file that belongs to the server; `address` is relative to the folder `apps/server`. */
export const ownFile = (address: string): string => fileURLToPath(new URL(`../${address}`, import.meta.url));

/** True when the server runs from its source. */
export const isSource = import.meta.url.endsWith('.ts');

/** Returns the URL of a worker thread's module; `name` is its path in `src`, without extension. */
export const workerUrl = (name: string): URL =>
  new URL(`./${name}${isSource ? '.ts' : '.js'}`, import.meta.url);
