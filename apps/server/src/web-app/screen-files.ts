import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The screen that people come to by a link, and where it stands in the web app. The login's is part of the frame. */
export const PRACTICE = {
  address: /^\/video\/[^/]+\/?$/,
  source: 'src/features/practice/practice-screen.tsx',
};

/** What Vite's list tells of a file that it made, by the name of its source. */
type Built = { file: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Built>;

/** A file and its style sheets, after those that it imports: the frame, the largest, is asked for first. */
function filesOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const built = manifest[name];
  if (!built || found.has(built.file)) return found;
  for (const imported of built.imports ?? []) filesOf(manifest, imported, found);
  for (const file of [built.file, ...(built.css ?? [])]) found.add(file);
  return found;
}

/** First, since the calls that it makes are waited for longest: a browser has few connections for so many files. */
const START = '</start.js>; rel=preload; as=script';

const linkTo = (file: string) =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`;

/**
 * Reads which files of the built web app a screen needs. Answers the `Link` header for an address: the browser asks for
 * them together with the page's own, not a round trip after these have run. Undefined for the addresses of other screens.
 */
export async function readScreenFiles(folder: string): Promise<(address: string) => string | undefined> {
  // A web app that was built without a list works too, only slower.
  const listed = await readFile(path.join(folder, 'files.json'), 'utf8').catch(() => '{}');
  const files = filesOf(JSON.parse(listed) as Manifest, PRACTICE.source);
  const link = files.size > 0 ? [START, ...[...files].map(linkTo)].join(', ') : undefined;
  return (address) => (PRACTICE.address.test(address) ? link : undefined);
}
