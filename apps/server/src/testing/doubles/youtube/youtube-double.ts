import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export type DoubleTrack = {
  language: string;
  kind: 'manual' | 'auto';
  name?: string;
  /** Distinguishes tracks of one language. */
  suffix?: string;
  /** Start and end in milliseconds, and the text. */
  cues: [number, number, string][];
  /** URL of the track; `/api/timedtext` of the double by default. */
  baseUrl?: string;
  /** Appended to the URL. */
  query?: string;
};

export type PlayableVideo = { tracks: DoubleTrack[] };
type UnplayableVideo = { status: string; reason: string; subreason?: string };

/** Replaces the response to a request. */
export type Fault = (response: ServerResponse, request: IncomingMessage) => void;
export type Endpoint = 'player' | 'track' | 'watch';

export type YouTubeDouble = {
  url: string;
  /** Videos by id. */
  videos: Record<string, PlayableVideo | UnplayableVideo>;
  /** Responses to the next requests, in order. */
  faults: Record<Endpoint, Fault[]>;
  /** Received requests, with the times of arrival and response (`performance.now()`). */
  requests: {
    endpoint: Endpoint;
    url: string;
    startedAt: number;
    endedAt: number;
    headers: IncomingMessage['headers'];
  }[];
  /** Lets other servers, such as one with TLS, send the same responses. */
  listener: RequestListener;
  close: () => Promise<void>;
};

/** YouTube's playability status by the reason that a video can't be played. */
export const UNPLAYABLE = {
  deleted: { status: 'ERROR', reason: 'This video is unavailable' },
  removed: { status: 'ERROR', reason: 'This video has been removed by the uploader' },
  private: {
    status: 'LOGIN_REQUIRED',
    reason: 'This is a private video. Please sign in to verify that you may see it.',
  },
  'age-restricted': { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm your age' },
  'region-blocked': {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    subreason: 'The uploader has not made this video available in your country',
  },
  'bot-blocked': { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' },
} as const satisfies Record<string, UnplayableVideo>;

const CONSENT = '<!doctype html><title>Before you continue to YouTube</title><p>We use cookies';

const respondWith =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Fault =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

const disconnect: Fault = (response) => {
  response.writeHead(200, { 'content-length': '5000' });
  response.write('{"wireMagic"');
  setTimeout(() => response.destroy(), 20);
};

const slowDrip: Fault = (response) => {
  response.writeHead(200);
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
};

const huge: Fault = (response) => {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  let chunksLeft = 40;
  const writeChunks = () => {
    while (chunksLeft > 0 && !response.destroyed) {
      chunksLeft -= 1;
      if (!response.write(chunk)) return response.once('drain', writeChunks);
    }
    return response.end();
  };
  response.writeHead(200);
  writeChunks();
};

const gzipBomb: Fault = (response) => {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  // 64 MB as 64 copies of one compressed gzip member.
  response.end(Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(1024 * 1024, 0x20)))));
};

/** Faulty responses by name. */
export const FAULTS = {
  tooMany: (retryAfter?: string) =>
    respondWith(429, 'Too many', retryAfter ? { 'retry-after': retryAfter } : {}),
  status: (status: number) => respondWith(status, 'no'),
  empty: respondWith(200, ''),
  consentPage: respondWith(200, CONSENT, { 'content-type': 'text/html' }),
  truncatedJson: respondWith(200, '{"playabilityStatus": {"status": "OK"', {
    'content-type': 'application/json',
  }),
  notUtf8: respondWith(200, Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\ncaf\xe9\n', 'latin1')),
  redirect: (location: string) => respondWith(302, '', { location }),
  body: (body: string) => respondWith(200, body),
  silence: () => undefined,
  disconnect,
  slowDrip,
  huge,
  gzipBomb,
};

/** Starts a double of YouTube's captions endpoints, over HTTP on loopback. */
export async function startYouTube(): Promise<YouTubeDouble> {
  const double: YouTubeDouble = {
    url: '',
    videos: {},
    faults: { player: [], track: [], watch: [] },
    requests: [],
    listener: (request, response) => void handle(double, request, response),
    close: async () => undefined,
  };
  const server = createServer(double.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  double.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return double;
}

async function handle(double: YouTubeDouble, request: IncomingMessage, response: ServerResponse) {
  const isSecure = 'encrypted' in request.socket;
  const origin = `${isSecure ? 'https' : 'http'}://${request.headers.host}`;
  const url = new URL(request.url ?? '/', origin);
  const endpoint = parseEndpoint(url);
  const entry = {
    endpoint,
    url: url.href,
    startedAt: performance.now(),
    endedAt: 0,
    headers: request.headers,
  };
  double.requests.push(entry);
  response.on('close', () => {
    entry.endedAt = performance.now();
  });
  let body = '';
  for await (const chunk of request) body += chunk;
  const fault = double.faults[endpoint].shift();
  if (fault) return fault(response, request);
  if (endpoint === 'watch')
    return respondWith(200, '<html><title>A video - YouTube</title></html>')(response, request);
  if (endpoint === 'track') return sendTrack(double, url, response);
  const { videoId } = JSON.parse(body);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(playerReply(double, videoId, origin)));
}

function parseEndpoint({ pathname }: URL): Endpoint {
  if (pathname.endsWith('/youtubei/v1/player')) return 'player';
  return pathname.startsWith('/api/timedtext') ? 'track' : 'watch';
}

const vssId = ({ language, kind, suffix }: DoubleTrack) =>
  `${kind === 'auto' ? 'a' : ''}.${language}${suffix ? `.${suffix}` : ''}`;

function playerReply(double: YouTubeDouble, id: string, origin: string): unknown {
  const video: PlayableVideo | UnplayableVideo = double.videos[id] ?? UNPLAYABLE.deleted;
  if ('status' in video) {
    const { status, reason, subreason } = video;
    const errorScreen = subreason && {
      errorScreen: { playerErrorMessageRenderer: { subreason: { simpleText: subreason } } },
    };
    return { playabilityStatus: { status, reason, ...errorScreen } };
  }
  const captionTracks = video.tracks.map((track) => ({
    baseUrl:
      track.baseUrl ??
      `${origin}/api/timedtext?v=${id}&lang=${track.language}${track.kind === 'auto' ? '&kind=asr' : ''}&vss=${vssId(track)}${track.query ?? ''}`,
    name: { runs: [{ text: track.name ?? track.language }] },
    vssId: vssId(track),
    languageCode: track.language,
    ...(track.kind === 'auto' && { kind: 'asr' }),
    isTranslatable: true,
  }));
  const translationLanguages = ['en', 'es', 'de'].map((languageCode) => ({
    languageCode,
    languageName: { simpleText: languageCode },
  }));
  return {
    playabilityStatus: { status: 'OK' },
    videoDetails: {
      videoId: id,
      title: 'A video',
      lengthSeconds: '60',
      author: 'A channel',
      channelId: 'UC1',
    },
    streamingData: {
      formats: [
        {
          itag: 18,
          quality: 'medium',
          qualityLabel: '360p',
          url: `${origin}/videoplayback`,
          mimeType: 'video/mp4; codecs="avc1"',
        },
      ],
    },
    ...(captionTracks.length > 0 && {
      captions: { playerCaptionsTracklistRenderer: { captionTracks, translationLanguages } },
    }),
  };
}

function sendTrack(double: YouTubeDouble, url: URL, response: ServerResponse): void {
  const video = double.videos[url.searchParams.get('v') ?? ''];
  const tracks = video && 'tracks' in video ? video.tracks : [];
  const track = tracks.find((candidate) => vssId(candidate) === url.searchParams.get('vss'));
  if (!track) {
    response.writeHead(404).end();
    return;
  }
  const isJson = url.searchParams.get('fmt') === 'json3';
  response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/vtt' });
  response.end(isJson ? toJson3(track) : toVtt(track));
}

/** Formats automatic captions, where each line is followed by an event that only ends it. */
function toJson3({ cues }: DoubleTrack): string {
  const events = cues.flatMap(([start, end, text]) => [
    { tStartMs: start, dDurationMs: end - start + 2000, segs: text.split(/(?= )/).map((utf8) => ({ utf8 })) },
    { tStartMs: end, dDurationMs: 2000, aAppend: 1, segs: [{ utf8: '\n' }] },
  ]);
  return JSON.stringify({ wireMagic: 'pb3', events });
}

function toVtt({ language, cues }: DoubleTrack): string {
  const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const body = cues.map(([start, end, text]) => `${formatTime(start)} --> ${formatTime(end)}\n${text}\n`);
  return ['WEBVTT\nKind: captions', `Language: ${language}\n`, ...body].join('\n');
}
