import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Folder of the test material, outside of the project. */
export const DATA = process.env.SAYBACK_DATA ?? resolve(import.meta.dirname, '../../../../shared/data');

/** Reads a JSON file from that folder. Returns null if the folder is missing, so that a bench can report the omission. */
export function readExpected<T>(path: string): T | null {
  const file = resolve(DATA, path);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

export function readData(path: string): Buffer {
  return readFileSync(resolve(DATA, path));
}
