import { expect, it } from 'vitest';
import { readInternalPath } from './internal-path.ts';

it.each([
  '/',
  '/video/3',
  '/?language=ja&q=a%20b',
  '/subtitles/4/edit?page=2#row',
  '/login?next=//evil.example',
])('accepts a path of this app: %j', (path) => expect(readInternalPath(path)).toBe(path));

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  'video/3',
  'javascript:alert(1)',
  '',
  undefined,
  7,
  ['/video/3'],
])('rejects %j, which isn’t a path of this app', (value) => expect(readInternalPath(value)).toBeUndefined());
