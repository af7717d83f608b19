import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { startLibreTranslate } from './doubles/translation-services.ts';
import { withServer } from './with-server.ts';

/** Starts a server with a double of a translation service. Resets calls, faults and the glossary for each test. */
export async function withTranslation() {
  const service = await startLibreTranslate();
  afterAll(service.close);
  beforeEach(() => {
    service.calls.length = 0;
    service.faults.length = 0;
  });
  const settings = { TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: service.url };
  const { server, admin } = await withServer(settings);
  afterEach(() => server.context.db.execute(sql`delete from glossary_terms`));
  return {
    service,
    server,
    admin,
    translate: (id: number, body: object = {}) =>
      admin.call(subtitles.translateSegment, { params: { id }, body }),
    edit: (id: number, body: subtitles.SegmentFields) =>
      admin.call(subtitles.updateSegment, { params: { id }, body }),
    addTerm: (term: string, translation: string) =>
      admin.call(subtitles.saveGlossaryTerm, {
        body: { source_language: 'en', target_language: 'es', term, translation },
      }),
  };
}
