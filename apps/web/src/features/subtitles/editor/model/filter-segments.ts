import { subtitles } from '@sayback/contract';
import { findFaults, LESSON_FAULTS, type LessonFault, toLessonSegment } from '@sayback/subtitles';
import { foldText } from '../../../../ui/fold-text.ts';
import { LOW_CONFIDENCE } from './doubt.ts';
import { isUnreviewed } from './row-state.ts';
import { applyUnsaved, type Segment, type Unsaved } from './unsaved.ts';

const BASE_FILTERS = [
  'all',
  'mismatches',
  'low-confidence',
  'no-original',
  'no-translation',
  'machine',
  'edited',
  'approved',
  'not-approved',
  'warnings',
] as const;
type BaseFilter = (typeof BASE_FILTERS)[number];

/** Faults that one of the filters above covers. Each other fault has its own filter. */
const COVERED_FAULTS = ['no-original', 'no-translation', 'mismatch', 'not-reviewed'] as const;
type FaultFilter = Exclude<LessonFault, (typeof COVERED_FAULTS)[number]>;

const hasOwnFilter = (fault: LessonFault): fault is FaultFilter =>
  COVERED_FAULTS.every((covered) => covered !== fault);
const FAULTS = LESSON_FAULTS.filter(hasOwnFilter);

export type Filter = BaseFilter | FaultFilter;
export const FILTERS: readonly Filter[] = [...BASE_FILTERS, ...FAULTS];

const isFault = (filter: Filter): filter is FaultFilter => FAULTS.some((fault) => fault === filter);

export type SegmentQuery = { filter: Filter; query: string };

type Context = {
  unsaved: ReadonlyMap<number, Unsaved>;
  hasWarnings: (id: number) => boolean;
  language: string;
};

/** Cache, since folding 10,000 segments at every keystroke would be too slow. */
const foldedTexts = new WeakMap<Segment, string>();

function foldedText(segment: Segment): string {
  let texts = foldedTexts.get(segment);
  if (texts === undefined) {
    texts = `${foldText(segment.text_original)}\n${foldText(segment.text_target)}`;
    foldedTexts.set(segment, texts);
  }
  return texts;
}

/** Returns true if a segment passes a filter, with its unsaved changes. */
function passesFilter(segment: Segment, filter: BaseFilter, { unsaved, hasWarnings }: Context): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'mismatches':
      return unsaved.get(segment.id)?.fields.mismatch ?? segment.mismatch;
    case 'low-confidence':
      return segment.confidence < LOW_CONFIDENCE;
    case 'no-original':
      return applyUnsaved(segment, unsaved.get(segment.id)).text_original.trim() === '';
    case 'no-translation':
      return applyUnsaved(segment, unsaved.get(segment.id)).text_target.trim() === '';
    case 'machine':
      return isUnreviewed(applyUnsaved(segment, unsaved.get(segment.id)));
    case 'approved':
    case 'not-approved':
      return applyUnsaved(segment, unsaved.get(segment.id)).approved === (filter === 'approved');
    case 'edited':
      return segment.edited || unsaved.has(segment.id);
    case 'warnings':
      return hasWarnings(segment.id);
  }
}

/** Returns the positions (from 0) of the segments that pass the filter and match the query in one of their texts. */
export function findMatchingPositions(
  segments: readonly Segment[],
  { filter, query }: SegmentQuery,
  context: Context,
): number[] {
  const folded = foldText(query.trim());
  const positions: number[] = [];
  const editedSegment = (segment: Segment) => applyUnsaved(segment, context.unsaved.get(segment.id));
  const faultPositions =
    isFault(filter) &&
    new Set(
      findFaults(
        segments.map((segment) => toLessonSegment(editedSegment(segment))),
        context.language,
      ).get(filter),
    );
  for (const [position, segment] of segments.entries()) {
    if (
      faultPositions
        ? !faultPositions.has(position)
        : !isFault(filter) && !passesFilter(segment, filter, context)
    )
      continue;
    const edited = editedSegment(segment);
    if (!folded || foldedText(edited).includes(folded)) positions.push(position);
  }
  return positions;
}

export const findPage = (position: number) => Math.floor(position / subtitles.SEGMENT_PAGE_SIZE) + 1;

export const countPages = (count: number) => Math.max(1, Math.ceil(count / subtitles.SEGMENT_PAGE_SIZE));
