import { readdirSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { videos } from '@sayback/contract';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { CaptionError, readReason } from './caption-error.ts';
import type { CaptionSource, SourceTrack } from './captions.ts';
import { readCookiesFile } from './cookies-file.ts';
import { checkPayload, readUtf8 } from './read-payload.ts';
import { runProgram } from './run-program.ts';

export type YtDlpSettings = {
  path: string;
  proxyUrl: string | null;
  cookiesFile: string | null;
  timeoutMs: number;
  /** Further options for one installation. */
  options?: readonly string[];
};

/** Requests in one run: pages, a player, the track. */
const REQUESTS_PER_RUN = 3;
const MAX_BYTES = 16 * 1024 * 1024;

const formats = z.array(z.object({ url: z.string(), name: z.string().nullish() }));
const listing = z.record(z.string(), formats.catch([])).catch({});
const counted = z.array(z.unknown()).catch([]);

/** Captions through yt-dlp, if installed. It always uses the public YouTube. */
export function openYtDlp(settings: YtDlpSettings): CaptionSource {
  const maxMs = settings.timeoutMs * REQUESTS_PER_RUN;

  async function run(youtubeId: string, args: readonly string[], folder: string, signal: AbortSignal) {
    if (!videos.YOUTUBE_ID.test(youtubeId)) throw new CaptionError('not-found');
    const getSize = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    const all = [
      ...['--ignore-config', '--no-cache-dir', '--no-playlist', '--no-progress', '--skip-download'],
      // Captions may be available even if nothing can be played from here.
      '--ignore-no-formats-error',
      ...[
        '--retries',
        '0',
        '--extractor-retries',
        '0',
        '--socket-timeout',
        String(settings.timeoutMs / 1000),
      ],
      ...(settings.proxyUrl === null ? [] : ['--proxy', settings.proxyUrl]),
      ...(await cookieArguments(settings.cookiesFile, folder)),
      ...(settings.options ?? []),
      ...args,
      ...['--', `https://www.youtube.com/watch?v=${youtubeId}`],
    ];
    return runProgram(settings.path, all, {
      timeoutMs: maxMs,
      maxBytes: MAX_BYTES,
      signal,
      isTooLarge: () => readdirSync(folder).some((name) => getSize(name) > MAX_BYTES),
    });
  }

  return {
    name: 'yt-dlp',
    maxMs,
    list: (youtubeId, signal) =>
      inFolder(async (folder) => {
        const print = ['subtitles', 'automatic_captions', 'formats.:.format_id'];
        const args = print.flatMap((field) => ['--print', `%(${field})j`]);
        const { code, stdout, stderr } = await run(youtubeId, args, folder, signal);
        if (code !== 0) throw toFault(stderr);
        const [manual, auto, playable] = stdout.split('\n').map(parseJson);
        const tracks = readTracks(listing.parse(manual), listing.parse(auto));
        // A deleted video has the same exit status as one without captions: only a warning differs.
        if (tracks.length === 0 && counted.parse(playable).length === 0) throw toFault(stderr);
        return tracks;
      }),
    fetch: (youtubeId, { handle, kind }, signal) =>
      inFolder(async (folder) => {
        const which = kind === 'auto' ? '--write-auto-subs' : '--write-subs';
        const args = [
          ...[which, '--sub-langs', handle, '--sub-format', kind === 'auto' ? 'json3' : 'vtt'],
          ...['--output', path.join(folder, 'caption.%(ext)s')],
        ];
        const { code, stderr } = await run(youtubeId, args, folder, signal);
        const [name] = readdirSync(folder).filter((entry) => /\.(vtt|json3)$/.test(entry));
        if (name === undefined) throw code === 0 ? missing(stderr) : toFault(stderr);
        const file = path.join(folder, name);
        if (statSync(file).size > MAX_BYTES) throw new CaptionError('too-large');
        return checkPayload(readUtf8(await readFile(file)));
      }),
  };
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeTemporaryFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** yt-dlp writes its cookies back when it ends, so it gets a copy. */
async function cookieArguments(file: string | null, folder: string): Promise<string[]> {
  if (file === null) return [];
  const copy = path.join(folder, 'cookies.txt');
  await writeFile(copy, await readCookiesFile(file));
  return ['--cookies', copy];
}

type Listing = z.output<typeof listing>;

function readTracks(manual: Listing, auto: Listing): SourceTrack[] {
  const written = Object.entries(manual).flatMap(([handle, formats]) => toTrack(handle, formats, 'manual'));
  const machine = Object.entries(auto);
  const marked = machine.filter(([handle]) => handle.endsWith('-orig'));
  // Without the marker, the track that isn't a translation has no target language.
  const own =
    marked.length > 0
      ? marked
      : machine.filter(([, [first]]) => first && !parseQuery(first.url).has('tlang'));
  return [...written, ...own.flatMap(([handle, formats]) => toTrack(handle, formats, 'auto'))];
}

function toTrack(handle: string, [first]: z.output<typeof formats>, kind: 'manual' | 'auto'): SourceTrack[] {
  // Live chats are listed among the subtitles.
  if (!first || !/^[\w-]+$/.test(handle) || handle === 'live_chat') return [];
  const language = parseQuery(first.url).get('lang') ?? handle.replace(/-orig$/, '');
  const suffix =
    kind === 'manual' && handle.startsWith(`${language}-`) ? handle.slice(language.length + 1) : '';
  return [
    { language, kind, name: (first.name ?? '').replace(/ \(Original\)$/, '').slice(0, 200), suffix, handle },
  ];
}

function parseQuery(url: string): URLSearchParams {
  return URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
}

function complaints(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^(ERROR|WARNING):/.test(line));
  return [...lines.filter((line) => line.startsWith('ERROR')), ...lines].join('\n');
}

function toFault(stderr: string): CaptionError {
  const message = complaints(stderr);
  if (/HTTP Error (403|404|410)/.test(message) && /subtitles/i.test(message))
    return new CaptionError('track-gone', { said: message });
  return new CaptionError(readReason(message) ?? 'upstream-changed', { said: message || stderr });
}

function missing(stderr: string): CaptionError {
  const message = complaints(stderr);
  const kind = /HTTP Error (403|404|410)/.test(message) ? 'track-gone' : readReason(message);
  return new CaptionError(kind ?? 'track-gone', { said: message });
}
