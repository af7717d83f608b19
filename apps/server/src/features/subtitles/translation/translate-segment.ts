import type { subtitles } from '@sayback/contract';
import { UNSPACED } from '@sayback/subtitles';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Translator } from '../../../platform/translation/translator.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { glossaryStore } from './glossary-store.ts';
import { knownTranslations } from './known-translations.ts';
import { needTranslator, readFailure, requestTranslations } from './request-translations.ts';

/** A character that continues a word: a term next to one is only part of a longer word. */
const WORD = /[\p{L}\p{N}\p{M}]/u;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns true if a word ends between the two characters; without spaces it may end anywhere. */
const isBorder = (inside: string, outside: string) =>
  !WORD.test(outside) || !WORD.test(inside) || UNSPACED.test(inside);

function containsTerm(text: string, term: string): boolean {
  const signs = [...term];
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const before = [...text.slice(0, at)].at(-1) ?? '';
    const [after = ''] = [...text.slice(at + term.length)];
    if (isBorder(signs[0] ?? '', before) && isBorder(signs.at(-1) ?? '', after)) return true;
  }
  return false;
}

/** Finds the terms that occur in a text as whole words, ignoring case and spacing. */
export function findTerms<Term extends { term: string }>(text: string, terms: readonly Term[]): Term[] {
  const where = plain(text);
  return terms.filter(({ term }) => plain(term) !== '' && containsTerm(where, plain(term)));
}

type Deps = { db: Database; translator: Translator | null };

async function findSegment(db: Database, id: number) {
  const alignmentId = await segmentStore(db).alignmentOf(id);
  const alignment = alignmentId === null ? null : await alignmentStore(db).find(alignmentId);
  const [segment] = alignment ? await segmentStore(db).listByIds(alignment.id, [id]) : [];
  if (!alignment || !segment) throw notFound('subtitles.noSegment');
  const { original_language, target_language } = alignment;
  return { segment, pair: { source_language: original_language, target_language } };
}

/**
 * Translates a segment's original text: by the glossary, or else an approved translation, or else the service. Saves nothing.
 * Throws a 404 for a missing segment, a 409 for one without an original text, a 503 if only a service could translate it and
 * none is configured, and the service's own failures.
 */
export async function translateSegment(
  { db, translator }: Deps,
  id: number,
  options: { service_only: boolean },
): Promise<subtitles.Translation> {
  const { segment, pair } = await findSegment(db, id);
  const text = segment.text_original;
  if (text.trim() === '') {
    throw new AppError('conflict', 'translation.noOriginalText');
  }
  const glossary = await glossaryStore(db).list(pair);
  const terms = findTerms(text, glossary).map(({ term, translation }) => ({ term, translation }));
  const known = options.service_only ? null : (await knownTranslations(db, pair, [text])).get(text);
  if (known) return { ...known, terms };
  try {
    const [translated = ''] = await requestTranslations(needTranslator(translator), pair, [text]);
    return { translated_text: translated, source: 'service', terms };
  } catch (error) {
    throw readFailure(error);
  }
}
