import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { readRetryAfter } from '../retry-after.ts';
import { createUrlFilter, lookUpPublicHost, PUBLIC_YOUTUBE } from './allowed-hosts.ts';
import { CaptionError } from './caption-error.ts';

/** Sends a request, directly or through a proxy (http or https), and returns its response before the body has arrived. */
export function sendRequest(
  url: URL,
  proxy: URL | null,
  options: RequestOptions & { signal: AbortSignal },
  body: string | undefined,
): Promise<IncomingMessage> {
  // The signal also ends the connection to an unresponsive proxy.
  const agent = proxy !== null && new HttpsProxyAgent(proxy, { signal: options.signal });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, agent });
    request.on('response', resolve).on('error', reject);
    // A proxy's refusal would otherwise look like the host's response.
    request.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      if (statusCode !== 200) {
        request.destroy(new Error(`the proxy refused to connect (${statusCode})`));
      }
    });
    request.end(body);
  });
}

export type YouTubeRequest = { url: URL; method?: string; headers?: Record<string, string>; body?: string };
export type YouTubeResponse = { status: number; headers: IncomingMessage['headers']; body: Buffer };

export type RequestSettings = {
  base: URL;
  proxyUrl: string | null;
  timeoutMs: number;
  /** Maximum size of the decompressed body. */
  maxBytes: number;
};

/** Sends one request to YouTube, and reads the whole response. Throws a `CaptionError`, or the signal's reason. */
export type RequestYouTube = (request: YouTubeRequest, signal: AbortSignal) => Promise<YouTubeResponse>;

const REDIRECTS = 3;

export function openYouTubeClient(settings: RequestSettings): RequestYouTube {
  const { base, timeoutMs, maxBytes } = settings;
  const isAllowed = createUrlFilter(base);
  const proxy = settings.proxyUrl === null ? null : new URL(settings.proxyUrl);
  const lookup = base.origin === PUBLIC_YOUTUBE ? lookUpPublicHost : undefined;

  async function requestOnce(
    { url, method = 'GET', headers = {}, body }: YouTubeRequest,
    signal: AbortSignal,
  ) {
    const options = {
      method,
      headers: { 'accept-encoding': 'gzip', ...headers },
      signal,
      ...(lookup && { lookup }),
    };
    const response = await sendRequest(url, proxy, options, body);
    const status = response.statusCode ?? 0;
    return { status, headers: response.headers, body: await readBody(response, maxBytes) };
  }

  async function followRedirects(original: YouTubeRequest, signal: AbortSignal): Promise<YouTubeResponse> {
    let request = original;
    for (let count = 0; count <= REDIRECTS; count += 1) {
      if (!isAllowed(request.url)) throw redirectError(request.url);
      const response = await requestOnce(request, signal);
      const { location } = response.headers;
      if (response.status < 300 || response.status >= 400 || !location) return response;
      request = { url: new URL(location, request.url), headers: original.headers ?? {} };
    }
    throw new CaptionError('upstream-changed', { details: 'too many redirects' });
  }

  return async (request, signal) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await followRedirects(request, AbortSignal.any([signal, deadline]));
      if (response.status === 429) throw rateLimitError(response);
      return response;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.aborted) throw new CaptionError('time-out', { cause: error });
      throw error instanceof CaptionError ? error : toCaptionError(error);
    }
  };
}

/** Recognises redirects to YouTube's pages for suspected bots and for cookie consent. */
function redirectError(url: URL): CaptionError {
  const message = `redirected to ${url.host}`;
  if (/(^|\.)google\.com$/.test(url.hostname) && url.pathname.startsWith('/sorry')) {
    return new CaptionError('bot-blocked', { details: message });
  }
  return new CaptionError(url.hostname.startsWith('consent.') ? 'bad-payload' : 'upstream-changed', {
    details: message,
  });
}

function rateLimitError({ headers }: YouTubeResponse): CaptionError {
  return new CaptionError('rate-limited', { retryAfterSeconds: readRetryAfter(headers['retry-after']) });
}

function toCaptionError(error: unknown): CaptionError {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isBodyError =
    code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('HPE_');
  return new CaptionError(isBodyError ? 'bad-payload' : 'unreachable', {
    details: `${code} ${message}`,
    cause: error,
  });
}

function decompress(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return response;
  const create = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[encoding];
  if (!create) throw new CaptionError('bad-payload', { details: `unknown encoding ${encoding}` });
  return pipeline(response, create(), () => undefined);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decompress(response)) {
      length += chunk.length;
      if (length > maxBytes) throw new CaptionError('too-large', { details: `more than ${maxBytes} bytes` });
      chunks.push(chunk);
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET'
      ? new CaptionError('answer-failed', { details: 'truncated body', cause: error })
      : error;
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
