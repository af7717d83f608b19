import { subtitles } from '@sayback/contract';
import { findFaults, LESSON_FAULTS, type LessonFault, toLessonSegment } from '@sayback/subtitles';
import { foldText } from '../../../../ui/fold-text.ts';
import { LOW_CONFIDENCE } from './doubt.ts';
import { isUnreviewed } from './row-state.ts';
import { overlaid, type Segment, type Unsaved } from './unsaved.ts';

const OWN_FILTERS = [
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
type OwnFilter = (typeof OWN_FILTERS)[number];

/** Faults included in one of the filters above. Each other fault has its own filter. */
const SHOWN_ABOVE = ['no-original', 'no-translation', 'mismatch', 'not-reviewed'] as const;
type FaultFilter = Exclude<LessonFault, (typeof SHOWN_ABOVE)[number]>;

const isOwnFault = (fault: LessonFault): fault is FaultFilter =>
  SHOWN_ABOVE.every((shown) => shown !== fault);
const FAULTS = LESSON_FAULTS.filter(isOwnFault);

export type Filter = OwnFilter | FaultFilter;
export const FILTERS: readonly Filter[] = [...OWN_FILTERS, ...FAULTS];

const isFault = (filter: Filter): filter is FaultFilter => FAULTS.some((fault) => fault === filter);

export type SegmentQuery = { filter: Filter; query: string };

type Context = {
  unsaved: ReadonlyMap<number, Unsaved>;
  hasWarnings: (id: number) => boolean;
  language: string;
};

/** Cache: folding 10,000 segments takes longer than a keystroke may. */
const foldedTexts = new WeakMap<Segment, string>();

function getTexts(segment: Segment): string {
  let texts = foldedTexts.get(segment);
  if (texts === undefined) {
    texts = `${foldText(segment.text_original)}\n${foldText(segment.text_target)}`;
    foldedTexts.set(segment, texts);
  }
  return texts;
}

/** Returns true if a segment passes a filter, with its unsaved changes. */
function passes(segment: Segment, filter: OwnFilter, { unsaved, hasWarnings }: Context): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'mismatches':
      return unsaved.get(segment.id)?.fields.mismatch ?? segment.mismatch;
    case 'low-confidence':
      return segment.confidence < LOW_CONFIDENCE;
    case 'no-original':
      return overlaid(segment, unsaved.get(segment.id)).text_original.trim() === '';
    case 'no-translation':
      return overlaid(segment, unsaved.get(segment.id)).text_target.trim() === '';
    case 'machine':
      return isUnreviewed(overlaid(segment, unsaved.get(segment.id)));
    case 'approved':
    case 'not-approved':
      return overlaid(segment, unsaved.get(segment.id)).approved === (filter === 'approved');
    case 'edited':
      return segment.edited || unsaved.has(segment.id);
    case 'warnings':
      return hasWarnings(segment.id);
  }
}

/** Returns the positions (from 0) of the segments that pass the filter and match the query in one of their texts. */
export function matchingPositions(
  segments: readonly Segment[],
  { filter, query }: SegmentQuery,
  context: Context,
): number[] {
  const folded = foldText(query.trim());
  const positions: number[] = [];
  const getEdited = (segment: Segment) => overlaid(segment, context.unsaved.get(segment.id));
  const faulty =
    isFault(filter) &&
    new Set(
      findFaults(
        segments.map((segment) => toLessonSegment(getEdited(segment))),
        context.language,
      ).get(filter),
    );
  for (const [position, segment] of segments.entries()) {
    if (faulty ? !faulty.has(position) : !isFault(filter) && !passes(segment, filter, context)) continue;
    const edited = getEdited(segment);
    if (!folded || getTexts(edited).includes(folded)) positions.push(position);
  }
  return positions;
}

export const pageParam = (position: number) => Math.floor(position / subtitles.SEGMENT_PAGE_SIZE) + 1;

export const countPages = (count: number) => Math.max(1, Math.ceil(count / subtitles.SEGMENT_PAGE_SIZE));
