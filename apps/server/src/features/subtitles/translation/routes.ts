import { subtitles } from '@sayback/contract';
import type { Engine } from '../../../engine/engine.ts';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { toMessage } from '../../../messages/message.ts';
import { storeMessages } from '../../../messages/stored-messages.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Translator } from '../../../platform/translation/translator.ts';
import type { JobKind } from '../../jobs/index.ts';
import { readLanguage } from '../../languages/index.ts';
import { beginTranslation } from './begin-translation.ts';
import { glossaryStore } from './glossary-store.ts';
import { NOT_SET_UP } from './request-translations.ts';
import { startTranslation, translationJob } from './translate-alignment.ts';
import { translateSegment } from './translate-segment.ts';

type Languages = { source_language: string; target_language: string };

const readLanguages = (input: Languages): Languages => ({
  source_language: readLanguage('source_language', input.source_language),
  target_language: readLanguage('target_language', input.target_language),
});

/** Registers the routes of translation and the glossary. Returns their kinds of jobs. */
export function translationRoutes(
  { serve }: Router,
  deps: { db: Database; engine: Engine; translator: Translator | null },
): JobKind[] {
  const glossary = glossaryStore(deps.db);

  serve(subtitles.getTranslationService, () => ({
    missing: deps.translator ? null : storeMessages(toMessage(NOT_SET_UP)),
  }));

  serve(subtitles.translateSegment, ({ params, body }) => translateSegment(deps, params.id, body));

  serve(subtitles.beginTranslation, ({ params, body, viewer }) =>
    beginTranslation(deps, params.id, body, viewer),
  );

  serve(subtitles.translateAlignment, async ({ params, body, viewer }) => ({
    job_id: await startTranslation(deps, params.id, body, viewer),
  }));

  serve(subtitles.listGlossary, ({ query }) => glossary.list(readLanguages(query)));

  serve(subtitles.saveGlossaryTerm, ({ body: { term, translation, ...languages } }) =>
    glossary.save({ ...readLanguages(languages), term, translation }),
  );

  serve(subtitles.deleteGlossaryTerm, async ({ params }) => {
    if (!(await glossary.remove(params.id))) throw notFound('translation.noTerm');
  });

  return [translationJob(deps.translator)];
}
