import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { readRetryAfter } from '../retry-after.ts';
import { allowedBy, lookUpPublicHost, PUBLIC_YOUTUBE } from './allowed-hosts.ts';
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
    // Otherwise the proxy's refusal would look like the host's response.
    request.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      if (statusCode !== 200) {
        request.destroy(new Error(`the proxy refused to connect (${statusCode})`));
      }
    });
    request.end(body);
  });
}

export type Question = { url: URL; method?: string; headers?: Record<string, string>; body?: string };
export type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

export type RequestSettings = {
  base: URL;
  proxyUrl: string | null;
  timeoutMs: number;
  /** Limit of a decompressed body. */
  maxBytes: number;
};

/** Sends one request to YouTube, and reads the whole response. Throws a `CaptionError`, or the signal's reason. */
export type RequestYouTube = (question: Question, signal: AbortSignal) => Promise<Answer>;

const REDIRECTS = 3;

export function openYouTubeClient(settings: RequestSettings): RequestYouTube {
  const { base, timeoutMs, maxBytes } = settings;
  const isAllowed = allowedBy(base);
  const proxy = settings.proxyUrl === null ? null : new URL(settings.proxyUrl);
  const lookup = base.origin === PUBLIC_YOUTUBE ? lookUpPublicHost : undefined;

  async function requestOnce({ url, method = 'GET', headers = {}, body }: Question, signal: AbortSignal) {
    const options = {
      method,
      headers: { 'accept-encoding': 'gzip', ...headers },
      signal,
      ...(lookup && { lookup }),
    };
    const response = await sendRequest(url, proxy, options, body);
    const status = response.statusCode ?? 0;
    return { status, headers: response.headers, body: await readCapped(response, maxBytes) };
  }

  async function follow(question: Question, signal: AbortSignal): Promise<Answer> {
    let request = question;
    for (let count = 0; count <= REDIRECTS; count += 1) {
      if (!isAllowed(request.url)) throw strayed(request.url);
      const answer = await requestOnce(request, signal);
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status >= 400 || !location) return answer;
      request = { url: new URL(location, request.url), headers: question.headers ?? {} };
    }
    throw new CaptionError('upstream-changed', { said: 'redirected without end' });
  }

  return async (question, signal) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await follow(question, AbortSignal.any([signal, deadline]));
      if (answer.status === 429) throw tooMany(answer);
      return answer;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.aborted) throw new CaptionError('time-out', { cause: error });
      throw error instanceof CaptionError ? error : toFault(error);
    }
  };
}

/** Detects redirects to YouTube's pages for suspected robots and for cookie consent. */
function strayed(url: URL): CaptionError {
  const message = `sent to ${url.host}`;
  if (/(^|\.)google\.com$/.test(url.hostname) && url.pathname.startsWith('/sorry')) {
    return new CaptionError('bot-blocked', { said: message });
  }
  return new CaptionError(url.hostname.startsWith('consent.') ? 'bad-payload' : 'upstream-changed', {
    said: message,
  });
}

function tooMany({ headers }: Answer): CaptionError {
  return new CaptionError('rate-limited', { retryAfterSeconds: readRetryAfter(headers['retry-after']) });
}

function toFault(error: unknown): CaptionError {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isOfBody = code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('HPE_');
  return new CaptionError(isOfBody ? 'bad-payload' : 'unreachable', {
    said: `${code} ${message}`,
    cause: error,
  });
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return response;
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[encoding];
  if (!unpack) throw new CaptionError('bad-payload', { said: `packed as ${encoding}` });
  return pipeline(response, unpack(), () => undefined);
}

async function readCapped(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of unpacked(response)) {
      length += chunk.length;
      if (length > maxBytes) throw new CaptionError('too-large', { said: `more than ${maxBytes} bytes` });
      chunks.push(chunk);
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET'
      ? new CaptionError('answer-failed', { said: 'the body was cut off', cause: error })
      : error;
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
