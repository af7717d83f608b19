import type { subtitles } from '@sayback/contract';
import type { RegexEdit } from '@sayback/subtitles';
import type { Engine } from '../../../engine/engine.ts';
import { badField } from '../../../errors/app-error.ts';

type Edit = (typeof subtitles.previewRegex)['body']['_zod']['output'];

/** Only a pathological pattern takes this long: ten thousand texts usually take a tenth of a second. */
const TIME_LIMIT_MS = 10_000;

const createEdit = ({ regex, replacement = '', transform, ignore_case }: Edit): RegexEdit => ({
  pattern: regex,
  ignoreCase: ignore_case,
  ...(transform ? { transform } : { replacement }),
});

/**
 * Finds the segments whose drafted text matches, with the edited text. Throws a 400 on `regex` or `replacement` if it is
 * invalid.
 */
export async function previewMatches(
  engine: Engine,
  segments: readonly subtitles.RevisionSegment[],
  edit: Edit,
): Promise<subtitles.RegexMatch[]> {
  const texts = segments.map(({ modified }) => modified);
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const search = engine.run('findMatches', { texts, edit: createEdit(edit) }, { signal });
  const matches = await search.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw badField('regex', 'regex.tooSlow');
  });
  if ('problem' in matches) {
    const field = matches.field === 'pattern' ? 'regex' : 'replacement';
    throw badField(field, { id: `regexErrors.${matches.id}`, values: matches.values });
  }
  return matches.flatMap(({ position, before, after, matches }) => {
    const segment = segments[position];
    return segment ? [{ ...segment, before, modified: after, matches }] : [];
  });
}
