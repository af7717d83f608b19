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

const createBody = (text: string, type = JSON_TYPE): Body => ({
  headers: { 'content-type': type },
  body: Buffer.from(text),
});

/** Lists the objects and arrays in a value, including itself. */
function listContainers(value: unknown): Members[] {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return [];
  return [value as Members, ...Object.values(value).flatMap(listContainers)];
}

/** Replaces a random member at any depth. */
function replaceMember(value: Members, random: Random, replacement: unknown): void {
  const filled = listContainers(value).filter((container) => Object.keys(container).length > 0);
  const container = filled.length > 0 ? random.pick(filled) : value;
  const key = random.pick([...Object.keys(container), ...(filled.length > 0 ? [] : ['id'])]);
  container[key] = replacement;
}

const isNumber = (value: unknown) => typeof value === 'number';

/** Replaces a number, or else any member, with an edge case. */
const replaceNumber: Mutator = (value, random) => {
  const replacement = random.pick(EDGE_NUMBERS);
  const holders = listContainers(value).filter((container) => Object.values(container).some(isNumber));
  const holder = holders.length > 0 ? random.pick(holders) : null;
  if (holder) holder[random.pick(Object.keys(holder).filter((key) => isNumber(holder[key])))] = replacement;
  else replaceMember(value, random, replacement);
  return { description: 'an edge number', ...createBody(writeJson(value)) };
};

type Mutator = (value: Members, random: Random) => Mutation<Body>;

const replaceBy =
  (description: string, replacements: readonly unknown[]): Mutator =>
  (value, random) => {
    replaceMember(value, random, random.pick(replacements));
    return { description, ...createBody(writeJson(value)) };
  };

/** Lengths at the limits of fields. */
const LENGTHS = [35, 36, 40, 41, 200, 201, 254, 255, 1000, 1001, 9999, 10_000, 10_001, 100_000];

const VALUE_MUTATORS: Mutator[] = [
  replaceBy('a wrong type', WRONG_VALUES),
  replaceNumber,
  replaceNumber,
  replaceBy('an odd text', ODD_TEXTS),
  replaceBy('a text that can’t be stored', UNSTORABLE_TEXTS),
  replaceBy('ten thousand levels', DEEP_VALUES),
  (value, random) => {
    replaceMember(value, random, random.pick(['a', 'é', '😀']).repeat(random.pick(LENGTHS)));
    return { description: 'a long text', ...createBody(writeJson(value)) };
  },
  (value, random) => {
    const items = Array.from({ length: random.pick([21, 1001, 5000]) }, () => random.pick([1, 'en', {}]));
    replaceMember(value, random, items);
    return { description: 'a long list', ...createBody(writeJson(value)) };
  },
  (value, random) => {
    const keys = Object.keys(value);
    if (keys.length > 0) delete value[random.pick(keys)];
    return { description: 'a member missing', ...createBody(writeJson(value)) };
  },
  (value, random) => {
    const member = random.pick(PROTOTYPE_MEMBERS);
    const rest = writeJson(value).slice(1);
    return {
      description: 'a member of the prototype',
      ...createBody(`{${member}${rest === '}' ? '' : ','}${rest}`),
    };
  },
  (value, random) => {
    const replacement = random.pick([[], [value], 'text', 7, null, true, ...DEEP_VALUES]);
    return { description: 'not an object', ...createBody(writeJson(replacement)) };
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

const BYTE_MUTATORS: Mutator[] = [
  (value, random) => {
    const text = writeJson(value);
    const truncated = text.slice(0, 1 + random.below(Math.max(1, text.length - 1)));
    return { description: 'truncated JSON', mustBeRejected: true, ...createBody(truncated) };
  },
  (value, random) => {
    const rest = random.pick(['}', ',', '{}', '\0', '//x', ']]>', '\ufeff']);
    return {
      description: 'text after the JSON',
      mustBeRejected: true,
      ...createBody(writeJson(value) + rest),
    };
  },
  (value, random) => ({
    description: 'a different content type',
    ...createBody(writeJson(value), random.pick(TYPES)),
  }),
  (value) => ({
    description: 'UTF-16',
    mustBeRejected: true,
    headers: { 'content-type': `${JSON_TYPE}; charset=utf-16le` },
    body: Buffer.from(writeJson(value), 'utf16le'),
  }),
  (value, random) => {
    const bytes = Buffer.from(writeJson(value));
    bytes[random.below(bytes.length)] = random.pick([0x00, 0x80, 0xc0, 0xff]);
    return { description: 'a byte that isn’t UTF-8', headers: { 'content-type': JSON_TYPE }, body: bytes };
  },
  (value) => ({
    description: 'gzip',
    mustBeRejected: true,
    headers: { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' },
    body: gzipSync(writeJson(value)),
  }),
  (_, random) => {
    const spaces = ' '.repeat(random.pick([1, 100_000]));
    return { description: 'only spaces', mustBeRejected: true, ...createBody(spaces) };
  },
  (value, random) => {
    const name = random.pick(Object.keys(value).concat('x'));
    const duplicated = `{"${name}":{},${writeJson(value).slice(1)}`.replace(',}', '}');
    return { description: 'a duplicate member', ...createBody(duplicated) };
  },
];

/** Corrupts the JSON of a valid body: its values, or its bytes. */
export function mutateBody(value: Members, random: Random): Mutation<Body> {
  const copy: Members = structuredClone(value);
  return random.pick(random.chance(0.7) ? VALUE_MUTATORS : BYTE_MUTATORS)(copy, random);
}

/** Creates bodies just below and above the limit that are expensive to parse. */
export function createHugeBodies(limit: number): Mutation<Body>[] {
  const filled = (head: string, item: string, tail: string, bytes: number) =>
    head + item.repeat(Math.floor((bytes - head.length - tail.length) / item.length)) + tail;
  const below = limit - 1;
  const levels = Math.floor(below / 2);
  return [
    { description: 'only brackets', ...createBody('['.repeat(levels) + ']'.repeat(levels)) },
    { description: 'open brackets', ...createBody('['.repeat(below)) },
    { description: 'empty objects', ...createBody(filled('{"a":[', '{},', '{}]}', below)) },
    { description: 'small numbers', ...createBody(filled('[', '1,', '1]', below)) },
    {
      description: 'many members',
      ...createBody(
        `{${Array.from({ length: Math.floor(below / 16) }, (_, n) => `"k${1e6 + n}":1`).join(',')}}`,
      ),
    },
    { description: 'one long text', ...createBody(filled('{"username":"', 'a', '"}', below)) },
    { description: 'spaces', ...createBody(filled('', ' ', '{}', below)) },
    { description: 'over the limit', ...createBody(filled('{"a":"', 'a', '"}', limit + 1024)) },
  ].map((body) => ({ ...body, mustBeRejected: true }));
}
