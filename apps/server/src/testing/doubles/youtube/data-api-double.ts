import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type DoubleVideo = {
  id: string;
  title: string;
  description?: string;
  channel?: string;
  duration?: string;
  caption?: boolean;
  license?: 'youtube' | 'creativeCommon';
  live?: 'live' | 'upcoming';
  embeddable?: boolean;
  regionRestriction?: { allowed?: string[]; blocked?: string[] };
  /** True if `search.list` returns it, but `videos.list` doesn't. */
  isDeleted?: boolean;
};

type Fault = { status: number; body?: unknown } | { disconnect: true } | { delay: number };
type Page = { items: unknown[]; nextPageToken?: string };

export type DataApiDouble = {
  /** Base URL, including `/youtube/v3`. */
  url: string;
  /** Search results, by `relevanceLanguage`. */
  results: Record<string, DoubleVideo[]>;
  /** Pages by language and `pageToken`, which replace `results`. The first page's token is empty. */
  pages: Record<string, Record<string, Page>>;
  /** Errors of the next calls, in order; null for a success. */
  faults: (Fault | null)[];
  /** Received calls, in order. */
  calls: { resource: string; parameters: Record<string, string>; key: string | undefined }[];
  close: () => Promise<void>;
};

/** Google's error responses. */
export const API_ERRORS = {
  quota: {
    status: 403,
    body: {
      error: {
        code: 403,
        message: 'The request cannot be completed.',
        errors: [{ reason: 'quotaExceeded' }],
      },
    },
  },
  searchQuota: {
    status: 429,
    body: {
      error: {
        code: 429,
        message:
          "Quota exceeded for quota metric 'Search Queries' and limit 'Search Queries per day' of service 'youtube.googleapis.com'.",
        errors: [{ reason: 'rateLimitExceeded' }],
      },
    },
  },
  key: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        errors: [{ reason: 'badRequest' }],
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
  },
  unavailable: { status: 503, body: { error: { code: 503, message: 'Backend Error', errors: [] } } },
} as const;

/** Formats a video as in `search.list`, whose titles are HTML-escaped. */
export const searchItem = ({ id, title, live }: DoubleVideo) => ({
  id: { kind: 'youtube#video', videoId: id },
  snippet: { title: escapeHtml(title), liveBroadcastContent: live ?? 'none' },
});

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[character]};`,
  );

const videoItem = (video: DoubleVideo) => ({
  id: video.id,
  snippet: {
    title: video.title,
    description: video.description ?? '',
    channelTitle: video.channel ?? 'A channel',
    liveBroadcastContent: video.live ?? 'none',
  },
  contentDetails: {
    duration: video.duration ?? 'PT4M13S',
    caption: String(video.caption ?? false),
    ...(video.regionRestriction && { regionRestriction: video.regionRestriction }),
  },
  status: {
    embeddable: video.embeddable ?? true,
    license: video.license ?? 'youtube',
    privacyStatus: 'public',
  },
});

/** Starts a double of the YouTube Data API v3 on loopback, with configured results. */
export async function startDataApi(): Promise<DataApiDouble> {
  const double: DataApiDouble = {
    url: '',
    results: {},
    pages: {},
    faults: [],
    calls: [],
    close: async () => undefined,
  };

  function respond(resource: string, parameters: Record<string, string>): unknown {
    const language = parameters.relevanceLanguage ?? '';
    if (resource === 'search') {
      const pages = double.pages[language];
      if (pages) return pages[parameters.pageToken ?? ''] ?? { items: [] };
      const results = double.results[language] ?? [];
      return { items: results.slice(0, Number(parameters.maxResults)).map(searchItem) };
    }
    const ids = parameters.id?.split(',') ?? [];
    const allResults = Object.values(double.results).flat();
    const videos = ids.flatMap((id) => allResults.find((video) => video.id === id && !video.isDeleted) ?? []);
    return { items: videos.map(videoItem) };
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    const resource = pathname.replace('/youtube/v3/', '');
    const parameters = Object.fromEntries(searchParams);
    const key = request.headers['x-goog-api-key'];
    double.calls.push({ resource, parameters, key: typeof key === 'string' ? key : undefined });
    const fault = double.faults.shift();
    if (fault && 'disconnect' in fault) return request.socket.destroy();
    if (fault && 'delay' in fault) return;
    if (fault) return send(response, fault.status, fault.body ?? {});
    if (resource === 'videos' && parameters.id && parameters.id.split(',').length > 50) {
      return send(response, 400, {
        error: { message: 'Too many ids', errors: [{ reason: 'invalidParameter' }] },
      });
    }
    send(response, 200, respond(resource, parameters));
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/youtube/v3`;
  double.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return double;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
