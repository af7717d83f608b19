import * as contract from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { en } from '../../../locales/en/index.ts';
import { linkTarget, listFields, messageEvent, targetName } from './audit-messages.ts';

const entry = (
  event: contract.AuditEvent,
  details: Partial<contract.accounts.AuditDetails> = {},
  target = '/api/x/7/',
): contract.accounts.AuditEntry => ({
  id: 1,
  at: '2026-01-02T03:04:05Z',
  username: 'admin',
  event,
  action: '',
  summary: 'Does something.',
  target,
  details: { about: {}, asked: {}, ...details },
});

/** Endpoints in the server's audit log. */
const audited = Object.values(contract)
  .filter((feature) => typeof feature === 'object' && Symbol.toStringTag in feature)
  .flatMap((feature) => Object.values(feature as Record<string, unknown>))
  .filter((value): value is contract.Endpoint => typeof value === 'object' && 'path' in (value ?? {}))
  .filter(contract.isAudited);
const fieldNames = ({ body }: contract.Endpoint) =>
  Object.keys((body as { shape?: object } | undefined)?.shape ?? {});

/** Objects, lists, a secret, and what a client started from. */
const NOT_SHOWN = [
  ...['filter', 'settings', 'search_filters', 'custom_keywords', 'exclude_keywords', 'upload'],
  ...['base', 'after'],
];

describe('audit log messages', () => {
  it('exist for exactly the audited events', () => {
    const { commands: _, ...events } = en.activity.events;
    const ids = Object.entries(events).flatMap(([group, names]) =>
      Object.keys(names).map((name) => `${group}.${name}`),
    );
    expect(ids.sort()).toEqual(audited.map(({ id }) => id).sort());
  });

  it('name every field that events can have', () => {
    const names = new Set(audited.flatMap(fieldNames));
    expect(names.size).toBeGreaterThan(30);
    const known = new Set([...Object.keys(en.activity.fields), ...NOT_SHOWN]);
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    [{ is_admin: true }, 'commands.promote', []],
    [{ is_admin: false }, 'commands.demote', []],
    [{ is_disabled: true }, 'commands.disable', []],
    [{ is_disabled: false }, 'commands.enable', []],
    [
      { is_admin: true, is_disabled: false },
      'accounts.updateUser',
      [
        ['is_admin', true],
        ['is_disabled', false],
      ],
    ],
    [{}, 'accounts.updateUser', []],
  ])('describe the change %j of an account', (input, message, fields) => {
    const changed = entry('accounts.updateUser', { asked: input });
    expect(messageEvent(changed)).toBe(message);
    expect(listFields(changed)).toEqual(fields);
  });

  it.each([
    ['the subject’s name', entry('accounts.updateUser', { about: { name: 'bob' } }), 'bob'],
    ['the request’s title', entry('videos.createVideo', { asked: { title: 'Film' } }), 'Film'],
    ['the id', entry('subtitles.deleteSegment', {}, '/api/subtitle-segment/delete/9/'), '#9'],
    ['the command’s word', entry('commands.promote', {}, 'bob'), 'bob'],
  ])('identify the subject by %s', (_, auditEntry, name) => {
    expect(targetName(auditEntry)).toBe(name);
  });

  it('list the language, and don’t repeat the name', () => {
    const about = { name: 'Film', language: 'es', video_id: 3, alignment_id: 5 };
    const auditEntry = entry('subtitles.updateSegment', {
      about,
      asked: { label: '', text_target: 'Hola' },
    });
    expect(listFields(auditEntry)).toEqual([
      ['language', 'es'],
      ['text_target', 'Hola'],
    ]);
    const added = entry('videos.createVideo', { asked: { title: 'Film', description: '' } });
    expect(listFields(added)).toEqual([]);
    const inserted = entry('subtitles.insertSegment', { asked: { after: 12 } });
    expect(listFields(inserted)).toEqual([]);
  });

  it('list the number of a changed segment, and its previous content', () => {
    const before = { text_target: 'Hola', label: '1-1', mismatch: false };
    const about = { name: 'Film', segment: 12, before };
    const changed = entry('subtitles.updateSegment', {
      about,
      asked: { text_target: '', label: '1-1', mismatch: true },
    });
    expect(listFields(changed)).toEqual([
      ['segment', 12],
      ['text_target', '', 'Hola'],
      ['label', '1-1'],
      ['mismatch', true, false],
    ]);
    expect(listFields(entry('subtitles.deleteSegment', { about }))).toEqual([
      ['segment', 12],
      ['text_target', 'Hola'],
    ]);
  });

  it.each([
    [{ alignment_id: 5, video_id: 3 }, '/subtitles/$alignmentId/edit'],
    [{ video_id: 3 }, '/video-manager/videos/$videoId'],
    [{ candidate_id: 3 }, '/youtube-candidates/$id'],
    [{ name: 'bob' }, '/users'],
    [{}, undefined],
  ])('link from %j to %s', (about, to) => {
    expect(linkTarget(entry('accounts.updateUser', { about }))?.to).toBe(to);
  });
});
