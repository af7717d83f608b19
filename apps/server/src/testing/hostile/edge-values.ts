/** JSON that `JSON.stringify` can't write. Use `writeJson`. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const DEPTH = 10_000;

/** Valid texts that programs often mishandle. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u202eevil\u202c\u2066\u2069',
  '\ufeff',
  '\u2028\u2029',
  '😀'.repeat(50),
  'e\u0301'.repeat(100),
  'ﷺ'.repeat(50),
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%s%n\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=1',
  '=cmd|calc',
  'null',
  'NaN',
  '1e309',
  '\\u0000',
  '(a+)+$',
];

/** Texts that PostgreSQL can't store. */
export const UNSTORABLE_TEXTS: readonly string[] = ['\0', 'a\0b', '\ud800', 'x\udc00y', '\udfff\ud800'];

/** The limits of PostgreSQL's integers and floating-point numbers, and the nearest values outside them. */
const COLUMN_EDGES: readonly number[] = [
  2 ** 15 - 1,
  2 ** 15,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  // Limits of `real`: largest, too large, smallest normal, subnormal, smallest, too small.
  3.4028234663852886e38,
  3.4028235677973366e38,
  1.1754943508222875e-38,
  1e-40,
  1.401298464324817e-45,
  7e-46,
  1e-60,
  Number.MAX_VALUE,
  2.2250738585072014e-308,
  5e-324,
];

const FINITE_EDGES: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  1e15,
  1e100,
  ...COLUMN_EDGES,
  ...COLUMN_EDGES.map((edge) => -edge),
  -(2 ** 15) - 1,
  -(2 ** 31) - 1,
];

/** Returns the edge values within a schema's limits, which its column must be able to store. */
export const filterEdges = (min: number, max: number, isInteger: boolean): readonly number[] =>
  FINITE_EDGES.filter((edge) => edge >= min && edge <= max && (!isInteger || Number.isSafeInteger(edge)));

export const EDGE_NUMBERS: readonly unknown[] = [
  ...FINITE_EDGES,
  new RawJson('1e400'),
  new RawJson('-1e400'),
  new RawJson('1e-400'),
  new RawJson('-0'),
  new RawJson('9223372036854775807'),
  new RawJson('9223372036854775808'),
  new RawJson('-9223372036854775809'),
  new RawJson('0.30000000000000000000000000000000001'),
  new RawJson('1E+2'),
];

/** Values of every type, most of which a field rejects. */
export const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  '',
  'x',
  '1',
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { toString: 'x', valueOf: 'y' },
  new RawJson('{"__proto__":{"is_admin":true}}'),
  new RawJson('{"constructor":{"prototype":{"is_admin":true}}}'),
  new RawJson('{"$ne":null}'),
];

export const DEEP_VALUES: readonly RawJson[] = [
  new RawJson('['.repeat(DEPTH) + ']'.repeat(DEPTH)),
  new RawJson(`${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`),
  new RawJson(`${'[{"changes":'.repeat(DEPTH / 2)}0${'}]'.repeat(DEPTH / 2)}`),
];

/** Field names that no schema has, but that objects inherit or JavaScript calls. */
export const PROTOTYPE_MEMBERS: readonly string[] = [
  '"__proto__":{"is_admin":true}',
  '"__proto__":null',
  '"\\u005f_proto__":{"is_admin":true}',
  '"constructor":{"prototype":{"is_admin":true}}',
  '"constructor":1',
  '"toString":"x"',
  '"hasOwnProperty":1',
  '"then":1',
  '"toJSON":"x"',
];

const PLACEHOLDER = 'raw\u0001json\u0001';

/** Serialises JSON, with each `RawJson` verbatim. */
export function writeJson(value: unknown): string {
  const raw: string[] = [];
  const json = JSON.stringify(value, (_, member) => {
    if (!(member instanceof RawJson)) return member;
    raw.push(member.text);
    return `${PLACEHOLDER}${raw.length - 1}`;
  });
  if (raw.length === 0) return json;
  return json.replace(/"raw\\u0001json\\u0001(\d+)"/g, (_, index: string) => raw[Number(index)] ?? 'null');
}
