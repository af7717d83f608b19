import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { addAlignedVideo, addUntranslatedLines, listSegments } from '../../../testing/library.ts';
import { startApp } from '../../../testing/start-app.ts';
import { withTranslation } from '../../../testing/with-translation.ts';

const { service, server, admin, translate, edit, addTerm } = await withTranslation();
const EN_ES = { source_language: 'en', target_language: 'es' };

describe('translating a segment', () => {
  it('calls the service, and saves nothing', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['How far is the sea?']);
    const [segment] = await listSegments(admin, alignmentId);
    expect(await translate(segment?.id as number)).toEqual({
      translated_text: '[es] How far is the sea?',
      source: 'service',
      terms: [],
    });
    expect(await listSegments(admin, alignmentId)).toEqual([segment]);
  });

  it('returns an approved translation of the same text, ignoring case and spaces', async () => {
    const approvedAlignment = await addUntranslatedLines(admin, ['See you   tomorrow!']);
    const [approved] = await listSegments(admin, approvedAlignment);
    await edit(approved?.id as number, { text_target: '¡Hasta mañana!' });
    const [segment] = await listSegments(admin, await addUntranslatedLines(admin, ['see you\ntomorrow!']));
    expect(await translate(segment?.id as number)).toMatchObject({
      translated_text: '¡Hasta mañana!',
      source: 'memory',
    });
    expect(service.calls).toEqual([]);
    expect(await translate(segment?.id as number, { service_only: true })).toMatchObject({
      source: 'service',
      translated_text: '[es] see you\ntomorrow!',
    });
  });

  it('prefers the glossary, and lists the glossary terms in the text', async () => {
    await addTerm('the Shire', 'la Comarca');
    await addTerm('Shire', 'Comarca');
    await addTerm('sea', 'mar');
    const [first, second] = await listSegments(
      admin,
      await addUntranslatedLines(admin, ['The Shire', 'Leave the Shire. Overseas!']),
    );
    expect(await translate(first?.id as number)).toMatchObject({
      translated_text: 'la Comarca',
      source: 'glossary',
    });
    const { source, terms } = await translate(second?.id as number);
    expect(source).toBe('service');
    expect(terms).toEqual([
      { term: 'Shire', translation: 'Comarca' },
      { term: 'the Shire', translation: 'la Comarca' },
    ]);
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '20' } }, 503, /in 20 seconds/],
    [{ status: 500 }, 502, /LibreTranslate failed/],
    [{ status: 403, body: { error: 'Invalid API key' } }, 502, /TRANSLATION_API_KEY/],
    [{ status: 400, body: { error: 'too long' } }, 409, /too long/],
  ])('responds to the service’s failure %j with %i', async (fault, status, detail) => {
    const [segment] = await listSegments(admin, await addUntranslatedLines(admin, ['A failing service.']));
    service.faults.push(fault);
    const response = await admin.try(subtitles.translateSegment, { params: { id: segment?.id }, body: {} });
    expect(response.statusCode).toBe(status);
    expect(response.json().detail).toMatch(detail);
    if ('headers' in fault) expect(response.headers['retry-after']).toBe('20');
  });

  it('is refused without an original text, and for languages that the service doesn’t support', async () => {
    const [segment] = await listSegments(admin, await addUntranslatedLines(admin, ['Something.']));
    await edit(segment?.id as number, { text_original: ' \n ' });
    const empty = await admin.try(subtitles.translateSegment, { params: { id: segment?.id }, body: {} });
    expect(empty.statusCode).toBe(409);
    await edit(segment?.id as number, { text_original: 'Something.' });
    await server.context.db.execute(
      sql`update subtitles set language = 'sw' where id = (select subtitle_id from alignments
        where id = (select alignment_id from segments where id = ${segment?.id}))`,
    );
    const unknown = await admin.try(subtitles.translateSegment, { params: { id: segment?.id }, body: {} });
    expect(unknown.statusCode).toBe(409);
    expect(unknown.json().detail).toContain('from English into Swahili');
  });
});

describe('without a translation service', () => {
  it('the missing settings are reported, and translating fails with their names, except for known translations', async () => {
    const appWithoutService = await startApp();
    const client = await signIn(appWithoutService, 'admin');
    const readMissing = async (language: string) =>
      (await client.call(subtitles.getTranslationService, { headers: { 'accept-language': language } }))
        .missing;
    expect(await readMissing('en')).toMatch(/^No translation service is set up\. Set TRANSLATION_PROVIDER/);
    expect(await readMissing('es')).toMatch(/TRANSLATION_PROVIDER/);
    expect(await readMissing('es')).not.toBe(await readMissing('en'));
    const { alignmentId } = await addAlignedVideo(client);
    const [segment] = await listSegments(client, alignmentId);
    const params = { id: segment?.id };
    const response = await client.try(subtitles.translateSegment, { params, body: {} });
    expect(response.statusCode).toBe(503);
    expect(response.json().detail).toMatch(/TRANSLATION_PROVIDER.*TRANSLATION_URL.*TRANSLATION_API_KEY/);
    const job = await client.try(subtitles.translateAlignment, {
      params: { id: alignmentId },
      body: { which: 'empty' },
    });
    expect(job.statusCode).toBe(503);
    await client.call(subtitles.saveGlossaryTerm, {
      body: { ...EN_ES, term: segment?.text_original ?? '', translation: 'Buenas.' },
    });
    const known = await client.call(subtitles.translateSegment, { params, body: {} });
    expect(known).toMatchObject({ translated_text: 'Buenas.', source: 'glossary' });
    await appWithoutService.close();
  });
});

describe('the glossary', () => {
  it('lists a language pair’s terms by name, and adds, changes and deletes them', async () => {
    await addTerm('zebra', 'cebra');
    await addTerm('Ape', 'mono');
    const changed = await addTerm(' zebra ', ' la cebra ');
    await admin.call(subtitles.saveGlossaryTerm, {
      body: { source_language: 'es', target_language: 'en', term: 'mono', translation: 'ape' },
    });
    const listTerms = () => admin.call(subtitles.listGlossary, { query: EN_ES });
    expect((await listTerms()).map(({ term, translation }) => [term, translation])).toEqual([
      ['Ape', 'mono'],
      ['zebra', 'la cebra'],
    ]);
    await admin.call(subtitles.deleteGlossaryTerm, { params: { id: changed.id } });
    expect((await listTerms()).map(({ term }) => term)).toEqual(['Ape']);
    expect((await admin.try(subtitles.deleteGlossaryTerm, { params: { id: changed.id } })).statusCode).toBe(
      404,
    );
  });

  it('refuses unknown languages and empty terms', async () => {
    const trySave = (body: object) =>
      admin.try(subtitles.saveGlossaryTerm, { body: { ...EN_ES, term: 'a', translation: 'b', ...body } });
    expect((await trySave({ target_language: 'xx' })).json()).toMatchObject({
      target_language: [expect.stringContaining('xx')],
    });
    expect((await trySave({ term: ' ' })).statusCode).toBe(400);
    expect((await trySave({ translation: ' ' })).statusCode).toBe(400);
  });
});
