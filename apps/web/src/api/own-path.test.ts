import { expect, it } from 'vitest';
import { toOwnPath } from './own-path.ts';

it.each([
  '/',
  '/video/3',
  '/?language=ja&q=a%20b',
  '/subtitles/4/edit?page=2#row',
  '/login?next=//evil.example',
])('follows a link within the app: %j', (path) => expect(toOwnPath(path)).toBe(path));

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
])('rejects %j, which leads to another site or nowhere', (value) => expect(toOwnPath(value)).toBeUndefined());
