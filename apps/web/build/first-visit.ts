import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
// Reads the source, since the tests run on an unbuilt tree.
import { accounts, practice, subtitles, videos } from '../../../packages/contract/src/index.ts';

/** URL patterns with their query. The first group is the id of the resource. */
const HOME_ADDRESS = '^/$';
const PRACTICE_ADDRESS = '^/video/([1-9][0-9]*)/?(?:\\?|$)';

/** Screens whose files are requested together with the page's own. */
const SCREENS = [
  { address: HOME_ADDRESS, source: 'src/app/home-page.tsx' },
  { address: PRACTICE_ADDRESS, source: 'src/features/practice/practice-screen.tsx' },
];

const EDITOR_ADDRESS = '^/subtitles/([1-9][0-9]*)/edit/?(?:\\?|$)';

const OF_EVERYONE = [accounts.getProfile.path, accounts.getPreferences.path];

/** Constants for src/start.ts, which is too small to import the contract and the router. */
const DEFINE = {
  FIRST_CALLS: JSON.stringify([
    {
      address: HOME_ADDRESS,
      calls: [
        `${videos.listVideos.path}?practisable=true&page=1`,
        practice.getLastPractised.path,
        videos.listVideoLanguages.path,
        ...OF_EVERYONE,
      ],
      hasPicture: false,
    },
    {
      address: PRACTICE_ADDRESS,
      calls: [videos.getVideo.path, practice.getProgress.path, subtitles.listSubtitles.path, ...OF_EVERYONE],
      hasPicture: true,
    },
    {
      address: EDITOR_ADDRESS,
      calls: [`${subtitles.listSegments.path}?all=true`, subtitles.getAlignment.path, ...OF_EVERYONE],
      hasPicture: false,
    },
  ]),
};

const START = path.join(import.meta.dirname, '../src/start.ts');
const MANIFEST = 'files.json';
const OF_FRAME = /^assets\/(?:frame|rolldown-runtime)-/;

/** A built file in Vite's manifest, by the name of its source. */
type Built = { file: string; imports?: string[]; css?: string[] };
export type Manifest = Record<string, Built>;

async function bundleStart(): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: DEFINE,
    build: { write: false, target: 'es2022', lib: { entry: START, formats: ['iife'], name: 'start' } },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

/** Returns a file and its style sheets after those that it imports: the frame, the largest, is requested first. */
function getFiles(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const built = manifest[name];
  if (!built || files.has(built.file)) return files;
  for (const imported of built.imports ?? []) getFiles(manifest, imported, files);
  for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
  return files;
}

const linkTo = (file: string) =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`;

/**
 * Lists by URL the `Link` header that the server sends with a page, so that the browser requests the screen's files together
 * with the page's own, not a round trip later. The start script comes first, since its calls take longest. Throws if one screen
 * loads another's file: shared code belongs to the frame.
 */
export function listPreloads(manifest: Manifest) {
  const loaded = new Set<string>();
  return SCREENS.map(({ address, source }) => {
    const files = [...getFiles(manifest, source)];
    if (files.length === 0) throw new Error(`The build made no file of ${source}`);
    for (const file of files) {
      if (loaded.has(file))
        throw new Error(
          `${source} loads ${file}, as another first screen does: see SHARED in vite.config.ts`,
        );
      if (!OF_FRAME.test(file)) loaded.add(file);
    }
    return { address, link: ['</start.js>; rel=preload; as=script', ...files.map(linkTo)].join(', ') };
  });
}

/** Builds start.js from src/start.ts, and preload.json, from which the server takes its `Link` headers. */
export const firstVisit = (): Plugin => ({
  name: 'first-visit',
  // For the tests of start.ts.
  config: () => ({ define: DEFINE, build: { manifest: MANIFEST } }),
  configureServer({ middlewares }) {
    middlewares.use('/start.js', (_, response, next) => {
      response.setHeader('content-type', 'text/javascript');
      bundleStart().then((code) => response.end(code), next);
    });
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'start.js', source: await bundleStart() });
  },
  async writeBundle({ dir = 'dist' }, bundle) {
    const manifest = bundle[MANIFEST];
    if (manifest?.type !== 'asset') throw new Error('The build left no manifest');
    const preloads = listPreloads(JSON.parse(String(manifest.source)) as Manifest);
    await writeFile(path.join(dir, 'preload.json'), JSON.stringify(preloads));
  },
});
