import type { Random } from './random.ts';

const HEADERS: Record<string, readonly string[]> = {
  'if-match': [
    '3',
    '""',
    '"x"',
    '*',
    'W/"3"',
    '"1", "2"',
    '"999999999"',
    '"99999999999999999999"',
    '"-1"',
    `"${'9'.repeat(4000)}"`,
  ],
  'if-none-match': ['*', 'W/""'],
  'if-modified-since': ['yesterday'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=99999999999999999999-', 'lines=1-2', `bytes=${'0-,'.repeat(1000)}`],
  'accept-encoding': [
    '*;q=0',
    'identity;q=0',
    'gzip;q=1e308',
    'br;q=-1,gzip;q=NaN',
    'zstd, x-gzip',
    'deflate',
    ', ,',
    'br, '.repeat(800),
  ],
  accept: ['text/html', '*/*;q=0', ';', 'application/json;version=9'],
  'accept-language': ['es', '*;q=0', '-', 'x'.repeat(4000)],
  authorization: [
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer null',
    'Bearer a.b.c',
    'Bearer ..',
    `Bearer ${'a'.repeat(6000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOjF9.',
    'Bearer \u00ff',
    'Digest',
  ],
  'x-forwarded-for': ['127.0.0.1', '::1, x, y', ', ', '1'.repeat(4000)],
  'x-forwarded-proto': ['https', 'javascript'],
  'x-forwarded-host': ['evil.example'],
  'x-http-method-override': ['DELETE'],
  host: ['evil.example', 'evil.example:99999', '[::1', '-', '\u00ff'],
  origin: ['null', 'https://evil.example'],
  referer: ['javascript:alert(1)', 'x'.repeat(4000)],
  cookie: ['=', '__proto__=x; constructor=y', 'a=%', ';;;', 'sayback_login='.repeat(200)],
  'user-agent': ['', '\u00ff\u00fe', 'x'.repeat(6000), '<script>alert(1)</script>'],
  te: ['trailers, x'],
  upgrade: ['websocket', 'h2c'],
  'content-language': ['\u00ff'],
  'sec-fetch-site': ['cross-site'],
  traceparent: ['00-0-0-00', 'x'],
  'last-event-id': ['1e400', 'x'.repeat(4000)],
  'request-id': ['x'.repeat(4000), '../../x'],
};

/** Picks one or two invalid or oversized headers. */
export function pickMalformedHeaders(random: Random): {
  description: string;
  headers: Record<string, string>;
} {
  const names = [random.pick(Object.keys(HEADERS)), ...(random.chance(0.2) ? ['accept-encoding'] : [])];
  const headers = Object.fromEntries(names.map((name) => [name, random.pick(HEADERS[name] ?? [''])]));
  const descriptions = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 40)}`);
  return { description: descriptions.join(', '), headers };
}
