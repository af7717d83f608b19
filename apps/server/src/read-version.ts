import { readFile } from 'node:fs/promises';
import { ownFile } from './own-files.ts';

export async function readVersion(): Promise<string> {
  const file = await readFile(ownFile('package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
