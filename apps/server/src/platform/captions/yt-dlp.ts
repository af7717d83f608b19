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

/** Number of requests per run: pages, a player, the track. */
const REQUESTS_PER_RUN = 3;
const MAX_BYTES = 16 * 1024 * 1024;

const formats = z.array(z.object({ url: z.string(), name: z.string().nullish() }));
const listing = z.record(z.string(), formats.catch([])).catch({});
const formatList = z.array(z.unknown()).catch([]);

/** Fetches captions through yt-dlp, if installed. yt-dlp always uses the public YouTube. */
export function openYtDlp(settings: YtDlpSettings): CaptionSource {
  const maxMs = settings.timeoutMs * REQUESTS_PER_RUN;

  async function run(youtubeId: string, args: readonly string[], folder: string, signal: AbortSignal) {
    if (!videos.YOUTUBE_ID.test(youtubeId)) throw new CaptionError('not-found');
    const fileSize = (name: string) =>
      statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    const allArgs = [
      ...['--ignore-config', '--no-cache-dir', '--no-playlist', '--no-progress', '--skip-download'],
      // A video that can't be played from this server may still have captions.
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
    return runProgram(settings.path, allArgs, {
      timeoutMs: maxMs,
      maxBytes: MAX_BYTES,
      signal,
      isTooLarge: () => readdirSync(folder).some((name) => fileSize(name) > MAX_BYTES),
    });
  }

  return {
    name: 'yt-dlp',
    maxMs,
    list: (youtubeId, signal) =>
      withTemporaryFolder(async (folder) => {
        const print = ['subtitles', 'automatic_captions', 'formats.:.format_id'];
        const args = print.flatMap((field) => ['--print', `%(${field})j`]);
        const { code, stdout, stderr } = await run(youtubeId, args, folder, signal);
        if (code !== 0) throw toCaptionError(stderr);
        const [manual, auto, playable] = stdout.split('\n').map(parseJson);
        const tracks = readTracks(listing.parse(manual), listing.parse(auto));
        // A deleted video has the same exit status as one without captions. Only the warning differs.
        if (tracks.length === 0 && formatList.parse(playable).length === 0) throw toCaptionError(stderr);
        return tracks;
      }),
    fetch: (youtubeId, { handle, kind }, signal) =>
      withTemporaryFolder(async (folder) => {
        const option = kind === 'auto' ? '--write-auto-subs' : '--write-subs';
        const args = [
          ...[option, '--sub-langs', handle, '--sub-format', kind === 'auto' ? 'json3' : 'vtt'],
          ...['--output', path.join(folder, 'caption.%(ext)s')],
        ];
        const { code, stderr } = await run(youtubeId, args, folder, signal);
        const [name] = readdirSync(folder).filter((entry) => /\.(vtt|json3)$/.test(entry));
        if (name === undefined) throw code === 0 ? missingTrackError(stderr) : toCaptionError(stderr);
        const file = path.join(folder, name);
        if (statSync(file).size > MAX_BYTES) throw new CaptionError('too-large');
        return checkPayload(readUtf8(await readFile(file)));
      }),
  };
}

async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeTemporaryFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Passes a copy of the cookies, because yt-dlp writes to the file. */
async function cookieArguments(file: string | null, folder: string): Promise<string[]> {
  if (file === null) return [];
  const copy = path.join(folder, 'cookies.txt');
  await writeFile(copy, await readCookiesFile(file));
  return ['--cookies', copy];
}

type Listing = z.output<typeof listing>;

function readTracks(manual: Listing, auto: Listing): SourceTrack[] {
  const written = Object.entries(manual).flatMap(([handle, formats]) => readTrack(handle, formats, 'manual'));
  const automatic = Object.entries(auto);
  const marked = automatic.filter(([handle]) => handle.endsWith('-orig'));
  // Without the marker, the track that isn't a translation has no target language.
  const originals =
    marked.length > 0
      ? marked
      : automatic.filter(([, [first]]) => first && !parseQuery(first.url).has('tlang'));
  return [...written, ...originals.flatMap(([handle, formats]) => readTrack(handle, formats, 'auto'))];
}

function readTrack(
  handle: string,
  [first]: z.output<typeof formats>,
  kind: 'manual' | 'auto',
): SourceTrack[] {
  // yt-dlp lists live chats as subtitles too.
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

function extractErrors(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^(ERROR|WARNING):/.test(line));
  return [...lines.filter((line) => line.startsWith('ERROR')), ...lines].join('\n');
}

function toCaptionError(stderr: string): CaptionError {
  const message = extractErrors(stderr);
  if (/HTTP Error (403|404|410)/.test(message) && /subtitles/i.test(message))
    return new CaptionError('track-gone', { details: message });
  return new CaptionError(readReason(message) ?? 'upstream-changed', { details: message || stderr });
}

function missingTrackError(stderr: string): CaptionError {
  const message = extractErrors(stderr);
  const kind = /HTTP Error (403|404|410)/.test(message) ? 'track-gone' : readReason(message);
  return new CaptionError(kind ?? 'track-gone', { details: message });
}
