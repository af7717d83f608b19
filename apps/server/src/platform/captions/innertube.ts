import { isUtf8 } from 'node:buffer';
import type { Innertube } from 'youtubei.js/web.bundle';
import { z } from 'zod';
import { PUBLIC_YOUTUBE } from './allowed-hosts.ts';
import { CaptionError, type CaptionErrorKind, readReason } from './caption-error.ts';
import type { CaptionSource, SourceTrack } from './captions.ts';
import { cookieHeader, readCookiesFile } from './cookies-file.ts';
import { checkPayload, readUtf8 } from './read-payload.ts';
import { openYouTubeClient, type RequestYouTube } from './request-youtube.ts';

export type InnertubeSettings = {
  url: string;
  proxyUrl: string | null;
  cookiesFile: string | null;
  timeoutMs: number;
};

/** Maximum size of a track, more than the captions of a day-long stream. */
const MAX_TRACK_BYTES = 16 * 1024 * 1024;
/** Maximum size of metadata, which is parsed on the main thread. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
/** A client that needs neither a player nor a proof-of-origin token, and returns captions. */
const CLIENT = 'VISIONOS';

const text = z.string().catch('');
const label = z
  .union([
    z.object({ simpleText: z.string() }).transform(({ simpleText }) => simpleText),
    z
      .object({ runs: z.array(z.object({ text: z.string() })) })
      .transform(({ runs }) => runs.map((run) => run.text).join('')),
  ])
  .catch('');

const track = z.object({
  baseUrl: z.string(),
  languageCode: z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/),
  kind: text,
  vssId: text,
  name: label,
});

const playerReply = z.object({
  playabilityStatus: z.object({
    status: z.string(),
    reason: text,
    messages: z.array(z.string()).catch([]),
    errorScreen: z
      .object({ playerErrorMessageRenderer: z.object({ subreason: label }) })
      .nullable()
      .catch(null),
  }),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z.object({
        // An unreadable track is skipped.
        captionTracks: z.array(track.nullable().catch(null)).catch([]),
      }),
    })
    .optional()
    .catch(undefined),
});

/** Fetches captions from YouTube's internal API through youtubei.js, with our own limits, timeouts and allowed hosts. */
export function openInnertube(settings: InnertubeSettings): CaptionSource {
  const base = new URL(settings.url);
  const requestTrack = openYouTubeClient({ ...settings, base, maxBytes: MAX_TRACK_BYTES });
  const requestPlayer = openYouTubeClient({ ...settings, base, maxBytes: MAX_REPLY_BYTES });

  /** Opens a session, without a request. Each call needs its own, because of its signal. */
  async function openSession(signal: AbortSignal): Promise<Innertube> {
    const { cookiesFile } = settings;
    const cookie = cookiesFile === null ? '' : cookieHeader(await readCookiesFile(cookiesFile));
    // Loaded on first use. Loading its 600 modules would block the event loop for 160 ms; the bundle takes 7 ms.
    const library = await import('youtubei.js/web.bundle');
    return library.Innertube.create({
      retrieve_player: false,
      generate_session_locally: true,
      retrieve_innertube_config: false,
      enable_session_cache: false,
      // `readReason` parses reasons in this language.
      lang: 'en',
      ...(cookie && { cookie }),
      fetch: createFetch(requestPlayer, base, signal),
    });
  }

  return {
    name: 'innertube',
    maxMs: settings.timeoutMs,
    async list(youtubeId, signal) {
      const { actions } = await openSession(signal);
      let data: unknown;
      try {
        const video = { videoId: youtubeId, racyCheckOk: true, contentCheckOk: true };
        ({ data } = await actions.execute('/player', { ...video, client: CLIENT }));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (error instanceof CaptionError) throw error;
        // A SyntaxError means that the response was a page or truncated instead of JSON.
        throw new CaptionError(error instanceof SyntaxError ? 'bad-payload' : 'upstream-changed', {
          cause: error,
        });
      }
      return readTracks(data);
    },
    async fetch(_youtubeId, { handle, kind }, signal) {
      const url = trackUrl(handle, base);
      // WebVTT keeps the positions of manual captions; json3 separates the lines of automatic ones.
      url.searchParams.set('fmt', kind === 'auto' ? 'json3' : 'vtt');
      const { status, body } = await requestTrack({ url }, signal);
      if ([403, 404, 410].includes(status)) throw new CaptionError('track-gone', { details: String(status) });
      if (status !== 200) throw statusError(status);
      const caption = readUtf8(body);
      if (caption.trim() === '' && needsProofOfOrigin(url)) throw new CaptionError('po-token-required');
      return checkPayload(caption);
    },
  };
}

function trackUrl(handle: string, base: URL): URL {
  try {
    return new URL(handle, base);
  } catch (cause) {
    throw new CaptionError('upstream-changed', { details: 'invalid track URL', cause });
  }
}

const needsProofOfOrigin = (url: URL) => /\bxp[ev]\b/.test(url.searchParams.get('exp') ?? '');

const statusError = (status: number) =>
  new CaptionError(status >= 500 ? 'answer-failed' : 'upstream-changed', { details: `status ${status}` });

/** Creates the library's `fetch`. It replaces the library's fixed origin with the configured one. */
function createFetch(request: RequestYouTube, base: URL, signal: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const original = new URL(input instanceof Request ? input.url : input);
    const url = new URL(`${base.href.replace(/\/+$/, '')}${original.pathname}${original.search}`);
    // The bundle relies on the browser to set the origin.
    const headers = { origin: PUBLIC_YOUTUBE, ...Object.fromEntries(new Headers(init.headers)) };
    const method = input instanceof Request ? input.method : (init.method ?? 'GET');
    const body = typeof init.body === 'string' ? { body: init.body } : {};
    const response = await request({ url, method, headers, ...body }, signal);
    if (response.status !== 200) throw statusError(response.status);
    if (!isUtf8(response.body)) throw new CaptionError('bad-payload', { details: 'not UTF-8' });
    return new Response(response.body, { status: 200, headers: { 'content-type': 'application/json' } });
  };
}

function readTracks(data: unknown): SourceTrack[] {
  const reply = playerReply.safeParse(data);
  if (!reply.success) throw new CaptionError('upstream-changed', { details: 'unexpected reply' });
  const { playabilityStatus, captions } = reply.data;
  if (playabilityStatus.status !== 'OK') throw unplayableError(playabilityStatus);
  const tracks = captions?.playerCaptionsTracklistRenderer.captionTracks ?? [];
  return tracks.flatMap((track) => {
    if (track === null) return [];
    const { languageCode, vssId, kind, name, baseUrl } = track;
    const isAuto = kind === 'asr' || vssId.startsWith('a.');
    const suffix = vssId.replace(/^a?\./, '').slice(languageCode.length + 1);
    const label = name.toWellFormed().replaceAll('\0', '').trim().slice(0, 200);
    return {
      language: languageCode,
      kind: isAuto ? ('auto' as const) : ('manual' as const),
      name: label,
      // Several automatic tracks of one language are numbered; only manual ones have names.
      suffix: isAuto || !/^[\w-]{1,40}$/.test(suffix) ? '' : suffix,
      handle: baseUrl,
    };
  });
}

const KIND_BY_STATUS: Record<string, CaptionErrorKind> = {
  AGE_CHECK_REQUIRED: 'age-restricted',
  AGE_VERIFICATION_REQUIRED: 'age-restricted',
  CONTENT_CHECK_REQUIRED: 'age-restricted',
  LOGIN_REQUIRED: 'private',
  UNPLAYABLE: 'not-found',
  ERROR: 'not-found',
  LIVE_STREAM_OFFLINE: 'not-found',
};

type Playability = z.output<typeof playerReply>['playabilityStatus'];

function unplayableError({ status, reason, messages, errorScreen }: Playability): CaptionError {
  const subreason = errorScreen?.playerErrorMessageRenderer.subreason ?? '';
  const message = [reason, subreason, ...messages].filter(Boolean).join(' ');
  return new CaptionError(readReason(message) ?? KIND_BY_STATUS[status] ?? 'upstream-changed', {
    details: `${status} ${message}`,
  });
}
