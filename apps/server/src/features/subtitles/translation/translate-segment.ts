import type { subtitles } from '@sayback/contract';
import { UNSPACED } from '@sayback/subtitles';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Translator } from '../../../platform/translation/translator.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { glossaryStore } from './glossary-store.ts';
import { findKnownTranslations } from './known-translations.ts';
import { convertFailure, requestTranslations, requireTranslator } from './request-translations.ts';
import { normalizeText } from './translation-memory.ts';

/** Characters of a word. A term next to one is part of a longer word. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** Returns true if a word can end between two characters. In a script without spaces, it can end anywhere. */
const isWordBoundary = (inside: string, outside: string) =>
  !WORD_CHARACTER.test(outside) || !WORD_CHARACTER.test(inside) || UNSPACED.test(inside);

function containsTerm(text: string, term: string): boolean {
  const characters = [...term];
  for (let index = text.indexOf(term); index !== -1; index = text.indexOf(term, index + 1)) {
    const before = [...text.slice(0, index)].at(-1) ?? '';
    const [after = ''] = [...text.slice(index + term.length)];
    if (isWordBoundary(characters[0] ?? '', before) && isWordBoundary(characters.at(-1) ?? '', after))
      return true;
  }
  return false;
}

/** Finds the terms that occur in a text as whole words, ignoring case and spacing. */
export function findTerms<Term extends { term: string }>(text: string, terms: readonly Term[]): Term[] {
  const normalizedText = normalizeText(text);
  return terms.filter(({ term }) => {
    const normalizedTerm = normalizeText(term);
    return normalizedTerm !== '' && containsTerm(normalizedText, normalizedTerm);
  });
}

type Deps = { db: Database; translator: Translator | null };

async function findSegment(db: Database, id: number) {
  const alignmentId = await segmentStore(db).findAlignmentId(id);
  const alignment = alignmentId === null ? null : await alignmentStore(db).find(alignmentId);
  const [segment] = alignment ? await segmentStore(db).listByIds(alignment.id, [id]) : [];
  if (!alignment || !segment) throw notFound('subtitles.noSegment');
  const { original_language, target_language } = alignment;
  return { segment, pair: { source_language: original_language, target_language } };
}

/**
 * Translates a segment's original text from the glossary, or else from approved translations, or else by the service. Saves
 * nothing. Throws a 404 for a missing segment, a 409 for one without an original text, a 503 if it requires a service and none is
 * configured, and the service's failures.
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
  const known = options.service_only ? null : (await findKnownTranslations(db, pair, [text])).get(text);
  if (known) return { ...known, terms };
  try {
    const [translated = ''] = await requestTranslations(requireTranslator(translator), pair, [text]);
    return { translated_text: translated, source: 'service', terms };
  } catch (error) {
    throw convertFailure(error);
  }
}
