import { accounts, subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { addAlignedVideo, fillAlignment, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

async function addRevision(count?: number) {
  const { alignmentId, targetId } = await addAlignedVideo(admin);
  if (count !== undefined) await fillAlignment(server.context.db, alignmentId, { count });
  const { revision_id } = await admin.call(subtitles.saveRevision, { params: { id: alignmentId } });
  return { id: revision_id, alignmentId, targetId };
}

const preview = (id: number, body: object) => admin.try(subtitles.previewRegex, { params: { id }, body });
const listModified = async (id: number) =>
  (await admin.call(subtitles.listRegexSegments, { params: { id } })).segments;
const applyChanges = (id: number, segments: { index: number; modified: string }[]) =>
  admin.try(subtitles.applyRegexChanges, { params: { id }, body: { segments } });

describe('a regex preview', () => {
  it('lists the matching segments with their new text and its position', async () => {
    const { id } = await addRevision();
    const response = await preview(id, { regex: '(\\w)afé', replacement: '$1offee ($1)' });
    expect(response.json()).toEqual({
      segments: [
        {
          index: 2,
          start: '00:00:03.500',
          end: '00:00:08.000',
          original: 'Dos cafés, por favor, y un vaso de agua.',
          before: 'Dos cafés, por favor, y un vaso de agua.',
          modified: 'Dos coffee (c)s, por favor, y un vaso de agua.',
          matches: [{ before: { start: 4, end: 8 }, after: { start: 4, end: 14 } }],
        },
      ],
    });
    expect((await listModified(id))[1]?.modified).toBe('Dos cafés, por favor, y un vaso de agua.');
  });

  it.each([
    [{ regex: 'd[ií]as', replacement: '$$5' }, 'Buenos $5.'],
    [{ regex: '(?<day>días)', replacement: '[$<day>]' }, 'Buenos [días].'],
    [{ regex: 'días', transform: 'uppercase' }, 'Buenos DÍAS.'],
    [{ regex: 'B', transform: 'lowercase', replacement: 'ignored' }, 'buenos días.'],
    [{ regex: 'BUENOS ', ignore_case: true }, 'días.'],
  ])('accepts %j', async (body, modified) => {
    const { id } = await addRevision();
    expect((await preview(id, body)).json().segments).toMatchObject([{ index: 1, modified }]);
  });

  it('includes matches that the edit doesn’t change', async () => {
    const { id } = await addRevision();
    const { segments } = (await preview(id, { regex: 'Bue|tiene', transform: 'lowercase' })).json();
    expect(segments).toMatchObject([
      { index: 1, modified: 'buenos días.' },
      {
        index: 3,
        before: 'Aquí tiene.',
        modified: 'Aquí tiene.',
        matches: [{ before: { start: 5, end: 10 }, after: { start: 5, end: 10 } }],
      },
    ]);
  });

  it('searches the draft', async () => {
    const { id } = await addRevision();
    await applyChanges(id, [{ index: 1, modified: 'Saludos.' }]);
    expect((await preview(id, { regex: 'Buenos', replacement: '' })).json().segments).toEqual([]);
    expect((await preview(id, { regex: 'Saludos', replacement: 'x' })).json().segments).toMatchObject([
      { original: 'Buenos días.', before: 'Saludos.', modified: 'x.' },
    ]);
  });

  it.each([
    ['(', 'regex'],
    ['(?<=a)b', 'regex'],
    ['(a)\\1', 'regex'],
    ['', 'regex'],
    ['x'.repeat(1001), 'regex'],
  ])('refuses %s with an error on the field', async (regex, field) => {
    const { id } = await addRevision();
    const response = await preview(id, { regex, replacement: '' });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['detail', field]);
  });

  it('refuses an invalid replacement or transform with an error on its field', async () => {
    const { id } = await addRevision();
    expect((await preview(id, { regex: '(?<day>a)', replacement: '$<night>' })).json()).toHaveProperty(
      'replacement',
    );
    expect((await preview(id, { regex: 'a', transform: 'reverse' })).json()).toHaveProperty('transform');
  });

  it.each([
    [{ regex: '(a', replacement: '' }, '“(a” en el carácter 1 es un grupo incompleto: falta un “)”.'],
    [
      { regex: '(?<day>a)', replacement: '$<night>' },
      'El reemplazo pone un grupo “night”, pero los grupos del patrón son “day”.',
    ],
  ])('refuses %j with the reason in Spanish', async (body, reason) => {
    const { id } = await addRevision();
    const headers = { 'accept-language': 'es' };
    const response = await admin.try(subtitles.previewRegex, { params: { id }, body, headers });
    expect(Object.values(response.json()).flat()).toContain(reason);
  });

  it('isn’t in the audit log, unlike changes of the draft', async () => {
    const { id } = await addRevision();
    await preview(id, { regex: 'e', replacement: '' });
    await applyChanges(id, [{ index: 1, modified: 'x' }]);
    const { results } = await admin.call(accounts.listAudit);
    expect(results[0]).toMatchObject({ target: `/api/subtitles/${id}/apply-changes/` });
    expect(results[1]).toMatchObject({ target: expect.stringContaining('convert-to-revision') });
  });

  it('returns even for a catastrophically backtracking pattern and ten thousand segments', async () => {
    const { id } = await addRevision(10_000);
    const { segments } = (await preview(id, { regex: '^(\\w+\\s?)*\\d$', replacement: '' })).json();
    expect(segments).toHaveLength(10_000);
  });
});

describe('the draft', () => {
  it('accumulates changed texts, without changing the revision', async () => {
    const { id, targetId } = await addRevision();
    await applyChanges(id, [
      { index: 1, modified: 'Uno' },
      { index: 2, modified: 'Dos' },
    ]);
    const response = await applyChanges(id, [{ index: 2, modified: 'Zwei' }]);
    expect(response.json().segments).toMatchObject([
      { index: 1, original: 'Buenos días.', modified: 'Uno' },
      { index: 2, modified: 'Zwei' },
      { index: 3, original: 'Aquí tiene.', modified: 'Aquí tiene.' },
    ]);
    expect(await listModified(id)).toEqual(response.json().segments);
    const [revision] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(revision?.has_draft).toBe(true);
  });

  it('is deleted once all its texts equal those of the revision', async () => {
    const { id, targetId } = await addRevision();
    await applyChanges(id, [{ index: 1, modified: 'Uno' }]);
    await applyChanges(id, [{ index: 1, modified: 'Buenos días.' }]);
    const [revision] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(revision?.has_draft).toBe(false);
  });

  it('refuses an index that the revision doesn’t have, and overlong texts', async () => {
    const { id } = await addRevision();
    expect((await applyChanges(id, [{ index: 4, modified: 'x' }])).json()).toHaveProperty('segments');
    expect((await applyChanges(id, [{ index: 0, modified: 'x' }])).statusCode).toBe(400);
    expect((await applyChanges(id, [{ index: 1, modified: 'x'.repeat(10_001) }])).statusCode).toBe(400);
    expect((await listModified(id))[0]?.modified).toBe('Buenos días.');
  });

  it('merges concurrent changes of different segments', async () => {
    const { id } = await addRevision(30);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => applyChanges(id, [{ index: n + 1, modified: `text ${n}` }])),
    );
    const changed = (await listModified(id)).filter(({ original, modified }) => original !== modified);
    expect(changed).toHaveLength(10);
  });

  it('is deleted by a reset', async () => {
    const { id } = await addRevision();
    await applyChanges(id, [{ index: 1, modified: 'Uno' }]);
    const { segments } = await admin.call(subtitles.resetDraft, { params: { id } });
    expect(segments[0]?.modified).toBe('Buenos días.');
    expect(await listModified(id)).toEqual(segments);
  });
});

describe('saving an edited subtitle', () => {
  const save = (id: number, body?: object) =>
    admin.call(subtitles.saveEditedSubtitle, { params: { id }, body: body ?? {} });

  it('creates a stored file and a revision of the same kind, without changing the alignment', async () => {
    const { id, targetId, alignmentId } = await addRevision();
    await applyChanges(id, [{ index: 1, modified: 'Uno' }]);
    const { revision_id, file_id } = await save(id, { segments: [{ index: 3, modified: 'Tres' }] });
    expect((await listModified(revision_id)).map(({ original }) => original)).toEqual([
      'Uno',
      'Dos cafés, por favor, y un vaso de agua.',
      'Tres',
    ]);
    const [revision, parent] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(revision).toMatchObject({
      id: revision_id,
      kind: 'alignment',
      reason: 'edited',
      has_draft: false,
    });
    expect(parent).toMatchObject({ id, has_draft: true });
    const [file] = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    expect(file).toMatchObject({ id: file_id, format: 'srt', created_by: admin.username });
    const rows = await listSegments(admin, alignmentId);
    expect(rows).toMatchObject([{ text_target: 'Buenos días.' }, {}, { text_target: 'Aquí tiene.' }]);
  });

  it('saves the texts of the draft if none are sent', async () => {
    const { id } = await addRevision();
    const { revision_id } = await save(id);
    expect(await listModified(revision_id)).toEqual(await listModified(id));
  });

  it('creates a revision that can be applied', async () => {
    const { id, alignmentId } = await addRevision();
    const { revision_id } = await save(id, { segments: [{ index: 1, modified: 'Uno' }] });
    await admin.call(subtitles.applyRevision, { params: { id: revision_id } });
    const rows = await listSegments(admin, alignmentId);
    expect(rows).toMatchObject([{ text_target: 'Uno', text_original: 'Good morning.' }, {}, {}]);
  });
});

describe('saved patterns', () => {
  const savePattern = (body: object) => admin.call(subtitles.savePattern, { body });

  it('are listed by name, and replaced by one with the same name', async () => {
    await savePattern({ name: ' spaces ', regex: ' +', replacement: ' ' });
    await savePattern({ name: 'Names', regex: '^[A-Z]+:', transform: 'lowercase', ignore_case: true });
    const { id } = await savePattern({ name: 'spaces', regex: '\\s+', replacement: ' ' });
    expect(await admin.call(subtitles.listPatterns)).toEqual([
      { id: expect.any(Number), name: 'Names', regex: '^[A-Z]+:', transform: 'lowercase', ignore_case: true },
      { id, name: 'spaces', regex: '\\s+', replacement: ' ', ignore_case: false },
    ]);
    expect((await admin.try(subtitles.deletePattern, { params: { id } })).statusCode).toBe(204);
    expect((await admin.try(subtitles.deletePattern, { params: { id } })).statusCode).toBe(404);
    expect(await admin.call(subtitles.listPatterns)).toHaveLength(1);
  });

  it('require a name and a pattern', async () => {
    expect(
      (await admin.try(subtitles.savePattern, { body: { name: ' ', regex: 'a' } })).json(),
    ).toHaveProperty('name');
    expect((await admin.try(subtitles.savePattern, { body: { name: 'a' } })).json()).toHaveProperty('regex');
  });
});
