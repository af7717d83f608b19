import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { JSON_BODY_LIMIT } from '@sayback/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** Up to this many bytes, any JSON is parsed in a few milliseconds. */
const SMALL = 64 * 1024;
/** As many bytes are looked through at a time. */
const SLICE = 512 * 1024;

/** Deeper than any body that the contract describes. */
const DEEPEST = 32;
/**
 * What a body of `JSON_BODY_LIMIT` may consist of, and a larger one in proportion: what it takes to parse depends on these
 * more than on bytes (8 MiB of brackets take a second, 8 MiB of text 40 ms).
 */
const MOST = { members: 40_000, containers: 40_000, items: 200_000 };

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [COMMA, COLON] = [0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const malformed = (detail: string) => new AppError('bad_request', detail);

/** Where the text ends that begins at a quotation mark; past the end where it doesn't. */
function endOfText(body: Buffer, from: number): number {
  for (let at = body.indexOf(QUOTE, from + 1); at >= 0; at = body.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (body[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return body.length;
}

/** Counts what JSON consists of, giving the event loop its turn in between. Throws a 400 for more than a body may. */
async function refuseIntricate(body: Buffer, bodyLimit: number): Promise<void> {
  const share = Math.max(1, bodyLimit / JSON_BODY_LIMIT);
  let [depth, members, containers, items] = [0, 0, 0, 0];
  let pause = SLICE;
  for (let at = 0; at < body.length; at += 1) {
    if (at >= pause) {
      pause = at + SLICE;
      await nextTurn();
    }
    const sign = body[at];
    if (sign === QUOTE) at = endOfText(body, at);
    else if (sign === COMMA) items += 1;
    else if (sign === COLON) members += 1;
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      containers += 1;
      if (depth > DEEPEST) throw malformed('The JSON is nested too deeply.');
    }
    if (
      members > MOST.members * share ||
      containers > MOST.containers * share ||
      items > MOST.items * share
    ) {
      throw malformed('The JSON has more parts than this call takes.');
    }
  }
}

/** Whether it may name a prototype, escaped or not: to make sure costs more than to parse. */
const isSuspect = (body: string) =>
  body.includes('__proto__') || body.includes('constructor') || body.includes('\\u');

/**
 * Has JSON read without holding the event loop: what would take long to parse is refused first. Clients say
 * `application/json` for a POST or DELETE without a body too. Bodies are taken as they are: unpacking what somebody sends
 * has no use here.
 */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parsed = (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });

  function read(request: FastifyRequest, text: string): unknown {
    if (isSuspect(text)) return parsed(request, text);
    try {
      return JSON.parse(text);
    } catch {
      throw malformed('The body is not well-formed JSON.');
    }
  }

  // Fastify reads text by itself, which no call takes.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      if (!isUtf8(body)) throw malformed('JSON is written in UTF-8.');
      if (body.length > SMALL) await refuseIntricate(body, request.routeOptions.bodyLimit);
      const text = body.toString();
      if (body.length <= SLICE) return read(request, text);
      // To decode, to parse and to validate the largest takes a good 20 ms each.
      await nextTurn();
      const value = await read(request, text);
      await nextTurn();
      return value;
    },
  );

  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding.toLowerCase() === 'identity') return done(null, payload);
    done(new AppError('wrong_type', 'Send this without a Content-Encoding.'));
  });
}
