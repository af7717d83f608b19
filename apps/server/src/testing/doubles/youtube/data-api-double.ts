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
  /** Found by a search, but no longer known to `videos.list`. */
  isGone?: boolean;
};

type Fault = { status: number; body?: unknown } | { cut: true } | { delay: number };
type Page = { items: unknown[]; nextPageToken?: string };

export type DataApiDouble = {
  /** Includes `/youtube/v3`. */
  url: string;
  /** Search results, by `relevanceLanguage`. */
  finds: Record<string, DoubleVideo[]>;
  /** Pages for a language that has them, by `pageToken`; the first is under the empty one. */
  pages: Record<string, Record<string, Page>>;
  /** Errors of the next calls, in order; null for a success. */
  faults: (Fault | null)[];
  /** The parameters of every call, in order. */
  calls: { resource: string; parameters: Record<string, string>; key: string | undefined }[];
  close: () => Promise<void>;
};

/** Bodies of Google's refusals. */
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
  quotaOfSearches: {
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

/** A video as `search.list` describes it: titles are HTML-escaped there. */
export const searchItem = ({ id, title, live }: DoubleVideo) => ({
  id: { kind: 'youtube#video', videoId: id },
  snippet: { title: escapeHtml(title), liveBroadcastContent: live ?? 'none' },
});

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[sign]};`,
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

/** A YouTube Data API v3 on loopback with configured results. */
export async function startDataApi(): Promise<DataApiDouble> {
  const double: DataApiDouble = {
    url: '',
    finds: {},
    pages: {},
    faults: [],
    calls: [],
    close: async () => undefined,
  };

  function answer(resource: string, parameters: Record<string, string>): unknown {
    const language = parameters.relevanceLanguage ?? '';
    if (resource === 'search') {
      const pages = double.pages[language];
      if (pages) return pages[parameters.pageToken ?? ''] ?? { items: [] };
      const finds = double.finds[language] ?? [];
      return { items: finds.slice(0, Number(parameters.maxResults)).map(searchItem) };
    }
    const ids = parameters.id?.split(',') ?? [];
    const known = Object.values(double.finds).flat();
    const videos = ids.flatMap((id) => known.find((video) => video.id === id && !video.isGone) ?? []);
    return { items: videos.map(videoItem) };
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    const resource = pathname.replace('/youtube/v3/', '');
    const parameters = Object.fromEntries(searchParams);
    const key = request.headers['x-goog-api-key'];
    double.calls.push({ resource, parameters, key: typeof key === 'string' ? key : undefined });
    const fault = double.faults.shift();
    if (fault && 'cut' in fault) return request.socket.destroy();
    if (fault && 'delay' in fault) return;
    if (fault) return send(response, fault.status, fault.body ?? {});
    if (resource === 'videos' && parameters.id && parameters.id.split(',').length > 50) {
      return send(response, 400, {
        error: { message: 'Too many ids', errors: [{ reason: 'invalidParameter' }] },
      });
    }
    send(response, 200, answer(resource, parameters));
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
