import { gzipSync } from 'node:zlib';
import {
  DEEP_VALUES,
  EDGE_NUMBERS,
  ODD_TEXTS,
  PROTOTYPE_MEMBERS,
  RawJson,
  UNSTORABLE_TEXTS,
  WRONG_VALUES,
  writeJson,
} from './edge-values.ts';
import type { Body, Mutation } from './hostile-request.ts';
import type { Random } from './random.ts';

const JSON_TYPE = 'application/json';

type Members = Record<string, unknown>;

const asBody = (text: string, type = JSON_TYPE): Body => ({
  headers: { 'content-type': type },
  body: Buffer.from(text),
});

/** Yields the objects and arrays in a value, starting with itself. */
function getContainers(value: unknown): Members[] {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return [];
  return [value as Members, ...Object.values(value).flatMap(getContainers)];
}

/** Replaces any member, at any depth, with something else. */
function replaceMember(value: Members, random: Random, other: unknown): void {
  const filled = getContainers(value).filter((container) => Object.keys(container).length > 0);
  const container = filled.length > 0 ? random.pick(filled) : value;
  const key = random.pick([...Object.keys(container), ...(filled.length > 0 ? [] : ['id'])]);
  container[key] = other;
}

const isNumber = (value: unknown) => typeof value === 'number';

/** Replaces a number with an edge case, if there is one. */
const edgeNumber: Mutator = (value, random) => {
  const other = random.pick(EDGE_NUMBERS);
  const holders = getContainers(value).filter((container) => Object.values(container).some(isNumber));
  const holder = holders.length > 0 ? random.pick(holders) : null;
  if (holder) holder[random.pick(Object.keys(holder).filter((key) => isNumber(holder[key])))] = other;
  else replaceMember(value, random, other);
  return { what: 'an edge number', ...asBody(writeJson(value)) };
};

type Mutator = (value: Members, random: Random) => Mutation<Body>;

const withMember =
  (what: string, others: readonly unknown[]): Mutator =>
  (value, random) => {
    replaceMember(value, random, random.pick(others));
    return { what, ...asBody(writeJson(value)) };
  };

/** Just below, at and above what fields may hold. */
const LENGTHS = [35, 36, 40, 41, 200, 201, 254, 255, 1000, 1001, 9999, 10_000, 10_001, 100_000];

const ofValues: Mutator[] = [
  withMember('a wrong type', WRONG_VALUES),
  edgeNumber,
  edgeNumber,
  withMember('an odd text', ODD_TEXTS),
  withMember('a text that can’t be stored', UNSTORABLE_TEXTS),
  withMember('ten thousand levels', DEEP_VALUES),
  (value, random) => {
    replaceMember(value, random, random.pick(['a', 'é', '😀']).repeat(random.pick(LENGTHS)));
    return { what: 'a long text', ...asBody(writeJson(value)) };
  },
  (value, random) => {
    const items = Array.from({ length: random.pick([21, 1001, 5000]) }, () => random.pick([1, 'en', {}]));
    replaceMember(value, random, items);
    return { what: 'a long list', ...asBody(writeJson(value)) };
  },
  (value, random) => {
    const keys = Object.keys(value);
    if (keys.length > 0) delete value[random.pick(keys)];
    return { what: 'a member missing', ...asBody(writeJson(value)) };
  },
  (value, random) => {
    const member = random.pick(PROTOTYPE_MEMBERS);
    const rest = writeJson(value).slice(1);
    return {
      what: 'a member of the prototype',
      ...asBody(`{${member}${rest === '}' ? '' : ','}${rest}`),
    };
  },
  (value, random) => {
    const other = random.pick([[], [value], 'text', 7, null, true, ...DEEP_VALUES]);
    return { what: 'no object at all', ...asBody(writeJson(other)) };
  },
];

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/octet-stream',
  'application/jsonx',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-16',
  'application/json;;;=',
  'APPLICATION/JSON',
  'application/json, text/html',
  `application/json; x=${'y'.repeat(4000)}`,
  '/',
  'json',
];

const ofBytes: Mutator[] = [
  (value, random) => {
    const text = writeJson(value);
    const cut = text.slice(0, 1 + random.below(Math.max(1, text.length - 1)));
    return { what: 'cut JSON', expectRefusal: true, ...asBody(cut) };
  },
  (value, random) => {
    const rest = random.pick(['}', ',', '{}', '\0', '//x', ']]>', '\ufeff']);
    return { what: 'something behind the JSON', expectRefusal: true, ...asBody(writeJson(value) + rest) };
  },
  (value, random) => ({ what: 'another type of content', ...asBody(writeJson(value), random.pick(TYPES)) }),
  (value) => ({
    what: 'UTF-16',
    expectRefusal: true,
    headers: { 'content-type': `${JSON_TYPE}; charset=utf-16le` },
    body: Buffer.from(writeJson(value), 'utf16le'),
  }),
  (value, random) => {
    const bytes = Buffer.from(writeJson(value));
    bytes[random.below(bytes.length)] = random.pick([0x00, 0x80, 0xc0, 0xff]);
    return { what: 'a byte that is no UTF-8', headers: { 'content-type': JSON_TYPE }, body: bytes };
  },
  (value) => ({
    what: 'gzip',
    expectRefusal: true,
    headers: { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' },
    body: gzipSync(writeJson(value)),
  }),
  (_, random) => {
    const spaces = ' '.repeat(random.pick([1, 100_000]));
    return { what: 'nothing but spaces', expectRefusal: true, ...asBody(spaces) };
  },
  (value, random) => {
    const name = random.pick(Object.keys(value).concat('x'));
    const twice = `{"${name}":{},${writeJson(value).slice(1)}`.replace(',}', '}');
    return { what: 'a member twice', ...asBody(twice) };
  },
];

/** Corrupts the JSON of a valid body: its values, or its bytes. */
export function mutateBody(value: Members, random: Random): Mutation<Body> {
  const copy: Members = structuredClone(value);
  return random.pick(random.chance(0.7) ? ofValues : ofBytes)(copy, random);
}

/** Bodies of a few megabytes, below and above the limit, in the forms that are most expensive to parse. */
export function hugeBodies(limit: number): Mutation<Body>[] {
  const filled = (head: string, piece: string, tail: string, bytes: number) =>
    head + piece.repeat(Math.floor((bytes - head.length - tail.length) / piece.length)) + tail;
  const below = limit - 1;
  const levels = Math.floor(below / 2);
  return [
    { what: 'brackets alone', ...asBody('['.repeat(levels) + ']'.repeat(levels)) },
    { what: 'open brackets', ...asBody('['.repeat(below)) },
    { what: 'empty objects', ...asBody(filled('{"a":[', '{},', '{}]}', below)) },
    { what: 'small numbers', ...asBody(filled('[', '1,', '1]', below)) },
    {
      what: 'many members',
      ...asBody(
        `{${Array.from({ length: Math.floor(below / 16) }, (_, at) => `"k${1e6 + at}":1`).join(',')}}`,
      ),
    },
    { what: 'one long text', ...asBody(filled('{"username":"', 'a', '"}', below)) },
    { what: 'spaces', ...asBody(filled('', ' ', '{}', below)) },
    { what: 'over the limit', ...asBody(filled('{"a":"', 'a', '"}', limit + 1024)) },
  ].map((body) => ({ ...body, expectRefusal: true }));
}
