import { jobs, subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { waitForLockWait } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { openUpload } from '../../../testing/open-upload.ts';
import { withTranslation } from '../../../testing/with-translation.ts';
import { beginTranslation } from './begin-translation.ts';
import { computeTextDigest, rememberTranslations } from './translation-memory.ts';

const { admin, server } = await withTranslation();

const ENGLISH = '1\n00:00:01,000 --> 00:00:02,000\nA boat.\n\n2\n00:00:03,000 --> 00:00:04,500\nTwo boats.\n';

async function addOriginal(): Promise<number> {
  const { id } = await addVideo(admin);
  await addSubtitle(admin, id, 'en', ENGLISH);
  return id;
}
const startTranslation = (id: number, language: string, by_machine: boolean) =>
  admin.call(subtitles.beginTranslation, { params: { id }, body: { language, by_machine } });

describe('starting a translation from only the original', () => {
  it('creates its lines with empty texts, and no mismatches', async () => {
    const { alignment_id, job_id } = await startTranslation(await addOriginal(), 'es', false);
    expect(job_id).toBeNull();
    expect(await listSegments(admin, alignment_id)).toMatchObject([
      {
        text_original: 'A boat.',
        text_target: '',
        start_time: '00:00:01.000',
        mismatch: false,
        origin: 'file',
      },
      { text_original: 'Two boats.', text_target: '', end_time: '00:00:04.500', mismatch: false },
    ]);
  });

  it('can be translated by the service', async () => {
    const { alignment_id, job_id } = await startTranslation(await addOriginal(), 'es', true);
    await eventually(async () =>
      expect((await admin.call(jobs.getJob, { params: { id: job_id as number } })).status).toBe('completed'),
    );
    const rows = await listSegments(admin, alignment_id);
    expect(rows.map(({ text_target, origin }) => [text_target, origin])).toEqual([
      ['[es] A boat.', 'machine'],
      ['[es] Two boats.', 'machine'],
    ]);
  });

  it('creates an alignment that preserves translations when it is realigned', async () => {
    const { alignment_id } = await startTranslation(await addOriginal(), 'es', false);
    const [first] = await listSegments(admin, alignment_id);
    await admin.call(subtitles.updateSegment, {
      params: { id: first?.id as number },
      body: { text_target: 'Un barco.' },
    });
    const { subtitle_id } = await admin.call(subtitles.getAlignment, { params: { id: alignment_id } });
    await admin.call(subtitles.alignSubtitle, { params: { id: subtitle_id } });
    expect((await listSegments(admin, alignment_id)).map(({ text_target }) => text_target)).toEqual([
      'Un barco.',
      '',
    ]);
  });

  it('is refused for a language that has a subtitle, and without an original', async () => {
    const id = await addOriginal();
    await expect(startTranslation(id, 'en', false)).rejects.toThrow('400');
    const { id: empty } = await addVideo(admin);
    await expect(startTranslation(empty, 'es', false)).rejects.toThrow('409');
  });
});

describe('starting a translation during an upload', () => {
  const { context, databaseUrl } = server;
  const listSubtitles = async (id: number) =>
    (await admin.call(subtitles.listSubtitles, { params: { id } })).results;

  it('is refused if the language gets its first subtitle', async () => {
    const id = await addOriginal();
    const upload = await openUpload(server, id, { language: 'es', srt: ENGLISH });
    const starting = admin.try(subtitles.beginTranslation, {
      params: { id },
      body: { language: 'es', by_machine: false },
    });
    await waitForLockWait(await openTransaction(databaseUrl));
    await upload.commit();
    expect((await starting).statusCode).toBe(400);
    expect((await listSubtitles(id)).map(({ cue_count }) => cue_count)).toEqual([2, 2]);
  });

  it('requires realigning if the original is being replaced', async () => {
    const id = await addOriginal();
    const upload = await openUpload(server, id, { language: 'en', srt: ENGLISH.replace('Two', 'Ten') });
    const starting = startTranslation(id, 'es', false);
    await Promise.race([starting, waitForLockWait(await openTransaction(databaseUrl))]);
    await upload.commit();
    const { alignment_id } = await starting;
    expect(await listSubtitles(id)).toContainEqual(
      expect.objectContaining({ alignment_id, needs_realign: true }),
    );
  });

  it('requires realigning if the original was replaced while the aligner ran', async () => {
    const id = await addOriginal();
    const replace = () => addSubtitle(admin, id, 'en', ENGLISH.replace('Two', 'Ten'));
    const run: Engine['run'] = (task, input) => replace().then(() => context.engine.run(task, input));
    const deps = { db: context.db, engine: { ...context.engine, run }, translator: null };
    const { alignment_id } = await beginTranslation(deps, id, { language: 'es', by_machine: false }, admin);
    expect(await listSubtitles(id)).toContainEqual(
      expect.objectContaining({ alignment_id, needs_realign: true }),
    );
  });
});

describe('the translation service', () => {
  it('is reported as configured', async () => {
    expect(await admin.call(subtitles.getTranslationService, {})).toEqual({ missing: null });
  });
});

const languages = { source_language: 'en', target_language: 'fr' };

describe('a text’s digest', () => {
  it.each([
    ['Good morning.', 'GOOD  morning.'],
    ['Good morning.', ' Good\nmorning. '],
    ['ﬁne', 'fine'],
    ['Ａ', 'a'],
    ['é', 'e\u0301'],
  ])('is the same for %j and %j', (a, b) => {
    expect(computeTextDigest(a)).toBe(computeTextDigest(b));
  });

  it('differs for other words or punctuation', () => {
    expect(computeTextDigest('Good morning')).not.toBe(computeTextDigest('Good morning.'));
  });
});

describe('saving approved translations', () => {
  it('saves only the last translation of several spellings of a text', async () => {
    await rememberTranslations(server.context.db, languages, [
      { text_original: 'Yes.', text_target: 'Oui.' },
      { text_original: 'YES.', text_target: 'Si.' },
      { text_original: 'No.', text_target: '' },
    ]);
    const { rows } = await server.context.db.execute(
      sql`select text_original, text_target from translation_memory where target_language = 'fr'`,
    );
    expect(rows).toEqual([{ text_original: 'YES.', text_target: 'Si.' }]);
  });

  it('doesn’t deadlock for the same texts in different orders', async () => {
    const texts = Array.from({ length: 1000 }, (_, n) => ({
      text_original: `Text ${n}`,
      text_target: `Texte ${n}`,
    }));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        rememberTranslations(server.context.db, languages, n % 2 ? texts : [...texts].reverse()),
      ),
    );
    const { rows } = await server.context.db.execute(
      sql`select count(*)::int as count from translation_memory where text_original like 'Text %'`,
    );
    expect(rows).toEqual([{ count: 1000 }]);
  });
});
