import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { PlainId } from '../messages/message.ts';

/**
 * Limit of commas, colons and opening brackets outside strings. Parsing time depends on these, not on bytes (a megabyte of
 * brackets takes forty times as long as one of text). 40,000 segments have 200,000.
 */
const PARTS_LIMIT = 250_000;
/** Bytes counted before yielding to the event loop. */
const SLICE = 512 * 1024;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const PARTS = new Set([...',:[{'].map((sign) => sign.charCodeAt(0)));

const malformed = (message: PlainId) => new AppError('bad_request', message);

/** Returns the end of the string that starts at a quotation mark; past the end if it is unterminated. */
function endOfText(body: Buffer, from: number): number {
  for (let at = body.indexOf(QUOTE, from + 1); at >= 0; at = body.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (body[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return body.length;
}

/** Throws a 400 for JSON whose parsing would block the event loop. */
async function checkParts(body: Buffer): Promise<void> {
  let parts = 0;
  let pause = SLICE;
  for (let at = 0; at < body.length; at += 1) {
    if (at >= pause) {
      pause = at + SLICE;
      await nextTurn();
    }
    const sign = body[at] as number;
    if (sign === QUOTE) at = endOfText(body, at);
    else if (PARTS.has(sign)) parts += 1;
    if (parts > PARTS_LIMIT) throw malformed('request.tooManyParts');
  }
}

/** Returns true if the text may contain `__proto__`, escaped or not. A full check takes three times as long as parsing. */
const isSuspect = (text: string) =>
  text.includes('__proto__') || text.includes('constructor') || text.includes('\\u');

/**
 * Parses JSON in UTF-8. An empty body counts as none, since clients also send `application/json` with a POST or DELETE without
 * a body. Compressed bodies are refused: no client needs them, and a small one can unpack to a huge one.
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

  // Fastify parses plain text by default; no call accepts it.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      if (!isUtf8(body)) throw malformed('request.notUtf8');
      if (body.length > PARTS_LIMIT) await checkParts(body);
      return parse(request, body.toString());
    },
  );

  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding.toLowerCase() === 'identity') return done(null, payload);
    done(new AppError('wrong_type', 'request.contentEncoding'));
  });
}
