// @vitest-environment node
import * as contract from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { deedKeyOf, fieldsOf, nameOf, placeOf } from './deed-wording.ts';

const entry = (
  action: string,
  details: Partial<contract.accounts.DeedDetails> = {},
  target = '/api/x/7/',
): contract.accounts.AuditEntry => ({
  id: 1,
  at: '2026-01-02T03:04:05Z',
  username: 'admin',
  action,
  summary: 'Does something.',
  target,
  details: { about: {}, asked: {}, ...details },
});

/** What the server writes into the log. */
const deeds = Object.values(contract)
  .filter((feature) => typeof feature === 'object' && Symbol.toStringTag in feature)
  .flatMap((feature) => Object.values(feature as Record<string, unknown>))
  .filter((one): one is contract.Endpoint => typeof one === 'object' && 'path' in (one ?? {}))
  .filter((one) => one.access === 'admin' && one.method !== 'GET' && !one.changesNothing);
const fieldNames = ({ body }: contract.Endpoint) =>
  Object.keys((body as { shape?: object } | undefined)?.shape ?? {});

const USER = 'PATCH /api/users/{id}/';
const ONLY_MAKE_SENSE_WHOLE = ['filter', 'settings', 'search_filters', 'custom_keywords', 'exclude_keywords'];

describe('the wording of the log', () => {
  it('has a sentence for everything that administrators can do', () => {
    expect(deeds.length).toBeGreaterThan(40);
    const missing = deeds.filter(({ method, path }) => deedKeyOf(entry(`${method} ${path}`)) === null);
    expect(missing).toEqual([]);
  });

  it('has a name for every field that they can send', () => {
    const names = new Set(deeds.flatMap(fieldNames));
    expect(names.size).toBeGreaterThan(30);
    const known = new Set([...Object.keys(en.activity.fields), ...ONLY_MAKE_SENSE_WHOLE]);
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    [{ is_admin: true }, 'makeAdmin', []],
    [{ is_admin: false }, 'unmakeAdmin', []],
    [{ is_disabled: true }, 'disable', []],
    [{ is_disabled: false }, 'enable', []],
    [
      { is_admin: true, is_disabled: false },
      'changeUser',
      [
        ['is_admin', true],
        ['is_disabled', false],
      ],
    ],
    [{}, 'changeUser', []],
  ])('tells of %j to an account what it was', (asked, key, fields) => {
    const changed = entry(USER, { asked });
    expect(deedKeyOf(changed)).toBe(key);
    expect(fieldsOf(changed)).toEqual(fields);
  });

  it('has none for what it does not know', () => {
    expect(deedKeyOf(entry('PATCH /api/later/'))).toBeNull();
  });

  it.each([
    ['what it was about', entry(USER, { about: { name: 'bob' } }), 'bob'],
    ['what was asked for', entry('POST /api/videos/create/', { asked: { title: 'Film' } }), 'Film'],
    [
      'its number',
      entry('DELETE /api/subtitle-segment/delete/{id}/', {}, '/api/subtitle-segment/delete/9/'),
      '#9',
    ],
    ['the command’s word', entry('promote', {}, 'bob'), 'bob'],
  ])('names it by %s', (_, told, name) => {
    expect(nameOf(told)).toBe(name);
  });

  it('says a name once, and in which language', () => {
    const about = { name: 'Film', language: 'es', video_id: 3, alignment_id: 5 };
    const told = entry('PATCH /api/subtitle-segment/{id}/', {
      about,
      asked: { label: '', text_target: 'Hola' },
    });
    expect(fieldsOf(told)).toEqual([
      ['language', 'es'],
      ['text_target', 'Hola'],
    ]);
    const added = entry('POST /api/videos/create/', { asked: { title: 'Film', description: '' } });
    expect(fieldsOf(added)).toEqual([]);
  });

  it.each([
    [{ alignment_id: 5, video_id: 3 }, '/subtitles/$alignmentId/edit'],
    [{ video_id: 3 }, '/video-manager/videos/$videoId'],
    [{ candidate_id: 3 }, '/youtube-candidates/$id'],
    [{ name: 'bob' }, '/users'],
    [{}, undefined],
  ])('leads from %j to %s', (about, to) => {
    expect(placeOf(entry(USER, { about }))?.to).toBe(to);
  });
});
