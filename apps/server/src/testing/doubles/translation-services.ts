import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A simulated fault of a double. */
export type Fault =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { delay: number }
  | { until: Promise<unknown> };

export type TranslationService = {
  url: string;
  /** Received translation calls. */
  calls: { texts: string[]; source: string; target: string; key: string | null }[];
  /** Errors of the next calls, in order; null for a success. */
  faults: (Fault | null)[];
  /** Delays the next call, after those with faults, until the returned function is called. */
  hold: () => () => void;
  close: () => Promise<void>;
};

type ServiceResponse = { status: number; body: unknown; headers?: Record<string, string> };
type ReceivedRequest = { path: string; body: string; headers: IncomingMessage['headers'] };

/** Returns the doubles' translation of a text. */
export const translateByDouble = (text: string, target: string) => `[${target}] ${text}`;

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function serve(
  respond: (received: ReceivedRequest, service: TranslationService) => ServiceResponse,
  isTranslation: (path: string) => boolean,
): Promise<TranslationService> {
  const service: TranslationService = {
    url: '',
    calls: [],
    faults: [],
    hold() {
      let proceed = () => {};
      service.faults.push({ until: new Promise<void>((resolve) => (proceed = resolve)) });
      return proceed;
    },
    close: async () => undefined,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://double').pathname;
    const received = { path, body: await readBody(request), headers: request.headers };
    const fault = isTranslation(path) ? service.faults.shift() : null;
    if (fault && 'delay' in fault) await sleep(fault.delay, undefined, { ref: false });
    if (fault && 'until' in fault) await fault.until;
    const { status, body, headers } =
      fault && 'status' in fault ? { body: {}, ...fault } : respond(received, service);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return service;
}

/**
 * Starts a double of LibreTranslate with English, Spanish, Brazilian Portuguese and traditional Chinese. Requires `key`, if
 * set.
 */
export function startLibreTranslate(key: string | null = null): Promise<TranslationService> {
  const codes = ['en', 'es', 'pt-BR', 'zt'];
  return serve(
    ({ path, body }, { calls }) => {
      if (path === '/languages') {
        return { status: 200, body: codes.map((code) => ({ code, name: code, targets: codes })) };
      }
      const { q, source, target, api_key = null } = JSON.parse(body);
      if (key !== null && api_key !== key) return { status: 403, body: { error: 'Invalid API key' } };
      calls.push({ texts: q, source, target, key: api_key });
      return {
        status: 200,
        body: { translatedText: q.map((text: string) => translateByDouble(text, target)) },
      };
    },
    (path) => path === '/translate',
  );
}

/** Starts a double of the translation endpoint of DeepL's API. */
export function startDeepL(key: string): Promise<TranslationService> {
  return serve(
    ({ body, headers }, { calls }) => {
      if (headers.authorization !== `DeepL-Auth-Key ${key}`) return { status: 403, body: '' };
      const form = new URLSearchParams(body);
      const target = form.get('target_lang') ?? '';
      const source = form.get('source_lang') ?? '';
      if (/sw/i.test(target)) {
        return { status: 400, body: { message: "Value for 'target_lang' not supported." } };
      }
      const texts = form.getAll('text');
      calls.push({ texts, source, target, key });
      const translations = texts.map((text) => ({
        detected_source_language: source,
        text: translateByDouble(text, target),
        billed_characters: text.length,
      }));
      return { status: 200, body: { translations } };
    },
    (path) => path === '/v2/translate',
  );
}
