import { buildUrl } from '@sayback/contract';
import type { Mutation } from './hostile-request.ts';
import type { Random } from './random.ts';

/** Replacements for an id in a path. */
const SEGMENTS = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '0x10',
  'NaN',
  'null',
  '%EF%BC%91',
  '%20',
  '1%20',
  '1%00',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%c0%ae%c0%ae',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..',
  '%2e%2e',
  '1%2f2',
  '1;x=y',
  "1'--",
  '__proto__',
  'constructor',
  'toString',
  '999999999999999',
  '9999999999999999',
  '9007199254740993',
  '9223372036854775807',
  '2147483648',
  '%F0%9F%98%80',
  '%E2%80%AE',
  'a'.repeat(499),
  'a'.repeat(501),
  'a'.repeat(8000),
  '%41'.repeat(400),
  ':id',
  '{id}',
  '*',
  '$where',
];

const QUERIES = [
  '?',
  '&',
  '&&&=',
  'page',
  'page=',
  'page=1&page=2',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=999999999',
  'page=9999999999',
  'page=%00',
  'page=%',
  'page=%ff',
  'page[]=1',
  'page[a]=1',
  'q=%00',
  'q=%',
  'q=%ED%A0%80',
  'q=a&q=b',
  'q=%25_%5C%5C%27',
  `q=${'%25'.repeat(200)}`,
  `q=${'a'.repeat(10_000)}`,
  'language=%00',
  'language=en&language=es',
  'all=true&all=true',
  'ids=1,,2',
  `ids=${'1,'.repeat(199)}1`,
  `ids=${'1,'.repeat(200)}1`,
  'ids=999999999999999',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=1&toString=2&hasOwnProperty=3',
  'tab=a&tab=b',
  'tab=%00',
  'source_language=%00&target_language=x',
  'source_language=en&target_language=%F0%9F%98%80',
  'version_key=%00',
  'subject=%00',
  'trashed=maybe',
  Array.from({ length: 1500 }, (_, n) => `k${n}=1`).join('&'),
];

type MutatedUrl = { url: string };

/** Replaces one of a path's parameters with an invalid value. */
export function mutatePath(
  path: string,
  params: Record<string, unknown>,
  random: Random,
): Mutation<MutatedUrl> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const name = random.pick(names);
  const invalid = random.pick(SEGMENTS);
  const url = buildUrl(path.replace(`{${name}}`, '\u0001'), params).replace('\u0001', invalid);
  return { description: `${name} is ${invalid.slice(0, 40)}`, url };
}

/** Changes the spelling of a path. */
export function mutatePathSpelling(url: string, random: Random): Mutation<MutatedUrl> {
  const [path = '', query = ''] = url.split('?');
  const mutated = random.pick([
    path.replace('/api/', '//api/'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/api/../api/'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/%61pi/'),
    path.replace(/\/$/, '//'),
    path.replace(/\/$/, ''),
    path.replace(/\/$/, '%2f'),
    path.replace(/\/$/, ';a=b/'),
    path.replace(/\/$/, '/..'),
    `${path}extra/`,
    `http://evil.example${path}`,
    `${path}%`,
    `${path}%00`,
  ]);
  return { description: `path ${mutated.slice(0, 80)}`, url: query ? `${mutated}?${query}` : mutated };
}

/** Replacements for any value in a query. */
const VALUES = [
  ...[
    '',
    '0',
    '-1',
    '01',
    '1.5',
    '1e3',
    '32768',
    '2147483648',
    '-2147483649',
    '4294967296',
    '999999999999999',
  ],
  ...['9007199254740993', '9223372036854775808', '1e400', '1e-60', 'NaN', 'null', 'true', 'maybe', 'en', 'x'],
  ...['%00', 'a%00b', '%', '%ff', '%ED%A0%80', '%25_%5C%5C%27', '%E2%80%AE', '1,,2', '1,2,3', '[]', '{}'],
  ...['a'.repeat(255), 'a'.repeat(10_000), '2020-01-01', '9999-99-99', '-infinity', '00:00:01.000'],
];

function pickInvalidQuery(names: readonly string[], random: Random): string {
  if (names.length === 0 || random.chance(0.4)) return random.pick(QUERIES);
  const name = random.pick(names);
  const operator = random.pick(['=', '=', '=', '[]=', '[a]=', `=1&${name}=`]);
  return `${name}${operator}${random.pick(VALUES)}`;
}

/** Appends an invalid query to a URL, or replaces its query. `names` are the parameters that the endpoint accepts. */
export function mutateQuery(url: string, names: readonly string[], random: Random): Mutation<MutatedUrl> {
  const invalid = pickInvalidQuery(names, random);
  const [path, query] = url.split('?');
  const queries = query && random.chance(0.5) ? `${query}&${invalid}` : invalid;
  return { description: `query ${invalid.slice(0, 60)}`, url: `${path}?${queries}` };
}
