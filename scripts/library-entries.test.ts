import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const PACKAGES = path.resolve(import.meta.dirname, '../packages');

type Manifest = { exports: Record<string, object>; dependencies?: Record<string, string> };
const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(path.join(PACKAGES, name, 'package.json'), 'utf8'));

/** Bundles exports for browsers, which fails if they import Node's modules. Returns the bundled files, relative to the root. */
async function listBundledFiles(name: string, entry: string, exported = '*'): Promise<string[]> {
  const from = path.posix.join(`@sayback/${name}`, entry);
  const { metafile } = await build({
    stdin: { contents: `export ${exported} from '${from}'`, resolveDir: path.join(PACKAGES, name, 'src') },
    absWorkingDir: path.dirname(PACKAGES),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    conditions: ['source'],
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  return (
    Object.entries(output?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file)
      // Node modules that a dependency's package.json excludes in browsers.
      .filter((file) => file !== '<stdin>' && !file.startsWith('(disabled):'))
  );
}

describe.each(['subtitles', 'speech'])('packages/%s as a library', (name) => {
  const { exports, dependencies = {} } = readManifest(name);
  const entries = Object.keys(exports);

  it.each(entries)('doesn’t depend on the server or Node: %s', async (entry) => {
    const files = await listBundledFiles(name, entry);
    const own = files.filter((file) => !file.includes('node_modules'));
    expect(own.filter((file) => !/^packages\/(?:subtitles|speech|contract)\//.test(file))).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
    if (Object.keys(dependencies).length === 0)
      expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
  });
});

describe('packages/subtitles doesn’t bundle unused code', () => {
  it.each([
    ['read', '{ readSubtitles }', /align|clean\/|sync\/|write-|re2js|iconv/],
    ['write', '{ writeSubtitles }', /align|clean\/|sync\/|read-(?!vtt)|re2js|iconv/],
    ['align', '{ align }', /clean\/|srt\/|vtt\/|node_modules/],
    ['clean', '{ clean }', /align|srt\/|vtt\/|node_modules/],
    ['sync', '{ shiftFrom }', /align|clean\/|srt\/|vtt\/|node_modules/],
    ['', '{ clean }', /align|srt\/|vtt\/|node_modules/],
  ])('from the entry “%s”: %s', async (entry, exported, others) => {
    const files = await listBundledFiles('subtitles', entry, exported);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => others.test(file))).toEqual([]);
  });
});
