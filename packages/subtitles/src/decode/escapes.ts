import iconv from 'iconv-lite';

/** Seven-bit encodings that switch between ASCII and two bytes per character, with their eight-bit equivalents. */
const KINDS = [
  { encoding: 'iso-2022-jp', shifted: 'euc-jp', marks: [[0x1b, 0x24]] },
  { encoding: 'iso-2022-kr', shifted: 'euc-kr', marks: [[0x1b, 0x24, 0x29, 0x43]] },
  {
    encoding: 'hz-gb-2312',
    shifted: 'gb18030',
    marks: [
      [0x7e, 0x7b],
      [0x7e, 0x7d],
    ],
  },
] as const;

const [LINE_FEED, SHIFT_OUT, SHIFT_IN, ESCAPE, TILDE] = [0x0a, 0x0e, 0x0f, 0x1b, 0x7e];
/**
 * Character sets by the final characters of their ISO 2022 escape sequences. `prefix` is the EUC prefix byte of each character.
 */
const SETS: [after: string, set: { width: 1 | 2; prefix: number }][] = [
  ['(B', { width: 1, prefix: 0 }],
  ['(J', { width: 1, prefix: 0 }],
  ['(I', { width: 1, prefix: 0x8e }],
  ['$@', { width: 2, prefix: 0 }],
  ['$B', { width: 2, prefix: 0 }],
  ['$(D', { width: 2, prefix: 0x8f }],
  ['$)C', { width: 1, prefix: 0 }],
];

/**
 * Decodes ISO-2022-JP, ISO-2022-KR and HZ (RFC 1468, 1557, 1843), which iconv-lite doesn't support; null for anything else. Such
 * files contain only ASCII bytes, so they would also decode as UTF-8.
 */
export function decodeEscapes(bytes: Uint8Array): { text: string; encoding: string } | null {
  if (bytes.some((byte) => byte > 0x7f)) return null;
  const matchingKinds = KINDS.filter(({ marks }) => marks.every((mark) => includesSequence(bytes, mark)));
  const kind = matchingKinds.at(-1);
  if (!kind) return null;
  const shifted = kind.encoding === 'hz-gb-2312' ? shiftTildes(bytes) : shiftEscapes(bytes);
  const text = iconv.decode(shifted, kind.shifted);
  // ASCII texts can also contain `~{` and `~}`. In real HZ, only truncated lines are undecodable.
  return kind.encoding === 'hz-gb-2312' && /\uFFFD(?!$)/m.test(text)
    ? null
    : { text, encoding: kind.encoding };
}

function includesSequence(bytes: Uint8Array, mark: readonly number[]): boolean {
  const [first = 0] = mark;
  for (let index = bytes.indexOf(first); index >= 0; index = bytes.indexOf(first, index + 1)) {
    if (mark.every((byte, offset) => bytes[index + offset] === byte)) return true;
  }
  return false;
}

/** Creates a buffer for EUC bytes, at most two per byte of the file. An array of numbers would use ten times the memory. */
function createByteBuffer(length: number) {
  const bytes = new Uint8Array(2 * length + 2);
  let end = 0;
  const push = (...eucBytes: number[]) => {
    for (const byte of eucBytes) {
      bytes[end] = byte;
      end += 1;
    }
  };
  return { push, shifted: () => bytes.subarray(0, end) };
}

/**
 * Converts a two-byte character to EUC, or only its first byte where the line is truncated. Returns the number of additional
 * bytes used.
 */
function pushPair(push: (...eucBytes: number[]) => void, byte: number, next = 0): 0 | 1 {
  push(byte | 0x80);
  if (next <= 0x20) return 0;
  push(next | 0x80);
  return 1;
}

function shiftEscapes(bytes: Uint8Array): Uint8Array {
  const { push, shifted } = createByteBuffer(bytes.length);
  let set: { width: 1 | 2; prefix: number } = { width: 1, prefix: 0 };
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const next = byte === ESCAPE && String.fromCharCode(...bytes.subarray(index + 1, index + 4));
    const newSet = next && SETS.find(([after]) => next.startsWith(after));
    if (newSet) {
      set = newSet[1];
      index += newSet[0].length;
    } else if (byte === SHIFT_OUT || byte === SHIFT_IN)
      set = { width: byte === SHIFT_OUT ? 2 : 1, prefix: 0 };
    else if (byte <= 0x20) {
      // Each line starts in ASCII, even after a damaged line.
      if (byte === LINE_FEED) set = { width: 1, prefix: 0 };
      push(byte);
    } else if (set.width === 1) push(...(set.prefix ? [set.prefix, byte | 0x80] : [byte]));
    else {
      if (set.prefix) push(set.prefix);
      index += pushPair(push, byte, bytes[index + 1]);
    }
  }
  return shifted();
}

function shiftTildes(bytes: Uint8Array): Uint8Array {
  const { push, shifted } = createByteBuffer(bytes.length);
  let isWide = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const [byte = 0, next = 0] = [bytes[index], bytes[index + 1]];
    if (byte === TILDE && (next === 0x7b || next === 0x7d)) {
      isWide = next === 0x7b;
      index += 1;
    } else if (!isWide && byte === TILDE && (next === TILDE || next === LINE_FEED)) {
      if (next === TILDE) push(TILDE);
      index += 1;
    } else if (byte <= 0x20 || !isWide) {
      if (byte === LINE_FEED) isWide = false;
      push(byte);
    } else {
      index += pushPair(push, byte, next);
    }
  }
  return shifted();
}
