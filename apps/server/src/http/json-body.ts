import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { PlainId } from '../messages/message.ts';

/**
 * Maximum number of commas, colons and opening brackets outside strings, which determine the parsing time: a megabyte of
 * brackets takes forty times as long as a megabyte of text. 40,000 segments have 200,000.
 */
const MAX_TOKENS = 250_000;
/** Bytes scanned before yielding to the event loop. */
const SLICE = 512 * 1024;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const TOKENS = new Set([...',:[{'].map((byte) => byte.charCodeAt(0)));

const malformed = (message: PlainId) => new AppError('bad_request', message);

/** Returns the index of the closing quote; the body's length if there is none. */
function findStringEnd(body: Buffer, from: number): number {
  for (let end = body.indexOf(QUOTE, from + 1); end >= 0; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (body[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return body.length;
}

/** Throws a 400 for JSON whose parsing would block the event loop. */
async function checkTokenCount(body: Buffer): Promise<void> {
  let tokens = 0;
  let nextPause = SLICE;
  for (let index = 0; index < body.length; index += 1) {
    if (index >= nextPause) {
      nextPause = index + SLICE;
      await nextTurn();
    }
    const byte = body[index] as number;
    if (byte === QUOTE) index = findStringEnd(body, index);
    else if (TOKENS.has(byte)) tokens += 1;
    if (tokens > MAX_TOKENS) throw malformed('request.tooManyParts');
  }
}

/** Returns true if the text may contain a dangerous key, escaped or not. A full check takes three times as long as parsing. */
const isSuspect = (text: string) =>
  text.includes('__proto__') || text.includes('constructor') || text.includes('\\u');

/**
 * Parses JSON in UTF-8. Accepts an empty body, since clients also send `application/json` with a POST or DELETE without a body.
 * Rejects compressed bodies: no client needs them, and a small one can decompress to a huge one.
 */
export function installJsonBodies(app: FastifyInstance): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');

  function parse(request: FastifyRequest, text: string): unknown {
    if (isSuspect(text)) {
      return new Promise((resolve, reject) => {
        parseSafely(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    }
    try {
      return JSON.parse(text);
    } catch {
      throw malformed('request.badJson');
    }
  }

  // Fastify parses plain text by default, but no endpoint accepts it.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      if (!isUtf8(body)) throw malformed('request.notUtf8');
      if (body.length > MAX_TOKENS) await checkTokenCount(body);
      return parse(request, body.toString());
    },
  );

  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding.toLowerCase() === 'identity') return done(null, payload);
    done(new AppError('wrong_type', 'request.contentEncoding'));
  });
}
