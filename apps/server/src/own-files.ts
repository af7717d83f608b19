import { fileURLToPath } from 'node:url';

// The build bundles all modules into a few files, and puts those that several programs share beside main.js. Other modules'
// import.meta.url then names another folder, so paths of our own files are only resolved here: this module is directly in the
// source folder, and directly in the built one.

/** Returns the path of a file that belongs to the server; `address` is relative to the folder `apps/server`. */
export const ownFile = (address: string): string => fileURLToPath(new URL(`../${address}`, import.meta.url));

/** True when the server runs from its source. */
export const isSource = import.meta.url.endsWith('.ts');

/** Returns the URL of a worker thread's module; `name` is its path in `src`, without extension. */
export const workerUrl = (name: string): URL =>
  new URL(`./${name}${isSource ? '.ts' : '.js'}`, import.meta.url);
