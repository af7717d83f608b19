// @vitest-environment node
import * as contract from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { en } from '../../../locales/en/index.ts';
import { auditMessage, getLink, getTargetName, toFields } from './audit-messages.ts';

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

/** Events in the server's audit log. */
const audited = Object.values(contract)
  .filter((feature) => typeof feature === 'object' && Symbol.toStringTag in feature)
  .flatMap((feature) => Object.values(feature as Record<string, unknown>))
  .filter((value): value is contract.Endpoint => typeof value === 'object' && 'path' in (value ?? {}))
  .filter(contract.isAudited);
const fieldNames = ({ body }: contract.Endpoint) =>
  Object.keys((body as { shape?: object } | undefined)?.shape ?? {});

/** Fields that only make sense whole, and a secret. */
const NOT_SHOWN = ['filter', 'settings', 'search_filters', 'custom_keywords', 'exclude_keywords', 'upload'];

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
    expect(auditMessage(changed)).toBe(message);
    expect(toFields(changed)).toEqual(fields);
  });

  it.each([
    ['what it was about', entry('accounts.updateUser', { about: { name: 'bob' } }), 'bob'],
    ['what was asked for', entry('videos.createVideo', { asked: { title: 'Film' } }), 'Film'],
    ['its number', entry('subtitles.deleteSegment', {}, '/api/subtitle-segment/delete/9/'), '#9'],
    ['the command’s word', entry('commands.promote', {}, 'bob'), 'bob'],
  ])('identify it by %s', (_, auditEntry, name) => {
    expect(getTargetName(auditEntry)).toBe(name);
  });

  it('have a name once, with its language', () => {
    const about = { name: 'Film', language: 'es', video_id: 3, alignment_id: 5 };
    const auditEntry = entry('subtitles.updateSegment', {
      about,
      asked: { label: '', text_target: 'Hola' },
    });
    expect(toFields(auditEntry)).toEqual([
      ['language', 'es'],
      ['text_target', 'Hola'],
    ]);
    const added = entry('videos.createVideo', { asked: { title: 'Film', description: '' } });
    expect(toFields(added)).toEqual([]);
  });

  it('describe which segment was changed, and its previous content', () => {
    const before = { text_target: 'Hola', label: '1-1', mismatch: false };
    const about = { name: 'Film', segment: 12, before };
    const changed = entry('subtitles.updateSegment', {
      about,
      asked: { text_target: '', label: '1-1', mismatch: true },
    });
    expect(toFields(changed)).toEqual([
      ['segment', 12],
      ['text_target', '', 'Hola'],
      ['label', '1-1'],
      ['mismatch', true, false],
    ]);
    expect(toFields(entry('subtitles.deleteSegment', { about }))).toEqual([
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
    expect(getLink(entry('accounts.updateUser', { about }))?.to).toBe(to);
  });
});
