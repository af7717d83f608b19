import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
// Reads the source, since the tests run on an unbuilt tree.
import { accounts, practice, subtitles, videos } from '../../../packages/contract/src/index.ts';

/** URL patterns, including the query. The first group is the id of the resource. */
const HOME_PATTERN = '^/$';
const PRACTICE_PATTERN = '^/video/([1-9][0-9]*)/?(?:\\?|$)';

/** Screens with preloaded files. */
const SCREENS = [
  { pattern: HOME_PATTERN, source: 'src/app/home-page.tsx' },
  { pattern: PRACTICE_PATTERN, source: 'src/features/practice/practice-screen.tsx' },
];

const EDITOR_PATTERN = '^/subtitles/([1-9][0-9]*)/edit/?(?:\\?|$)';

const ACCOUNT_CALLS = [accounts.getProfile.path, accounts.getPreferences.path];

/** Constants for src/start.ts, which is too small to import the contract and the router. */
const DEFINE = {
  FIRST_CALLS: JSON.stringify([
    {
      pattern: HOME_PATTERN,
      calls: [
        `${videos.listVideos.path}?practisable=true&page=1`,
        practice.getLastPractised.path,
        videos.listVideoLanguages.path,
        ...ACCOUNT_CALLS,
      ],
      hasPicture: false,
    },
    {
      pattern: PRACTICE_PATTERN,
      calls: [
        videos.getVideo.path,
        practice.getProgress.path,
        subtitles.listSubtitles.path,
        ...ACCOUNT_CALLS,
      ],
      hasPicture: true,
    },
    {
      pattern: EDITOR_PATTERN,
      calls: [`${subtitles.listSegments.path}?all=true`, subtitles.getAlignment.path, ...ACCOUNT_CALLS],
      hasPicture: false,
    },
  ]),
};

const START_SCRIPT = path.join(import.meta.dirname, '../src/start.ts');
const MANIFEST = 'files.json';
const FRAME_FILES = /^assets\/(?:frame|rolldown-runtime)-/;

type BuiltFile = { file: string; imports?: string[]; css?: string[] };
/** Vite's manifest: built files by the name of their source. */
export type Manifest = Record<string, BuiltFile>;

async function bundleStart(): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: DEFINE,
    build: { write: false, target: 'es2022', lib: { entry: START_SCRIPT, formats: ['iife'], name: 'start' } },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

/** Collects a file's imports, then the file and its style sheets: the frame, the largest, is requested first. */
function collectFiles(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const built = manifest[name];
  if (!built || files.has(built.file)) return files;
  for (const imported of built.imports ?? []) collectFiles(manifest, imported, files);
  for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
  return files;
}

const formatLink = (file: string) =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`;

/**
 * Lists the `Link` headers by URL pattern. With them, the browser requests a screen's files together with the page, not a round
 * trip later. The start script comes first, since its calls take longest. Throws if one screen loads another's file: shared
 * code belongs to the frame.
 */
export function listPreloads(manifest: Manifest) {
  const loadedFiles = new Set<string>();
  return SCREENS.map(({ pattern, source }) => {
    const files = [...collectFiles(manifest, source)];
    if (files.length === 0) throw new Error(`The manifest has no file for ${source}`);
    for (const file of files) {
      if (loadedFiles.has(file))
        throw new Error(`${source} and another first screen both load ${file}: see SHARED in vite.config.ts`);
      if (!FRAME_FILES.test(file)) loadedFiles.add(file);
    }
    return {
      address: pattern,
      link: ['</start.js>; rel=preload; as=script', ...files.map(formatLink)].join(', '),
    };
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
    if (manifest?.type !== 'asset') throw new Error('The build has no manifest');
    const preloads = listPreloads(JSON.parse(String(manifest.source)) as Manifest);
    await writeFile(path.join(dir, 'preload.json'), JSON.stringify(preloads));
  },
});
