import { type Cue, check, type Warning } from '@sayback/subtitles';
import { createListeners } from '../../../../media/listeners.ts';
import { findTimeProblem, parseTimes } from './times.ts';
import type { Segment } from './unsaved.ts';

/** A warning about one of a segment's texts, or about its times (`both`). */
export type SegmentWarning = { side: 'original' | 'target' | 'both'; warning: Warning };

/** Rows checked before yielding to the page. */
const SLICE = 200;

const TIME_WARNINGS = new Set<Warning['kind']>(['too-short', 'too-long', 'overlap']);

/** Ignores long lines without line breaks: the aligner joins lines, so they have no meaning until someone adds breaks. */
const isUnbrokenLongLine = (text: string, { kind }: Warning) => kind === 'long-line' && !text.includes('\n');

const NO_WARNINGS: readonly SegmentWarning[] = [];

type Side = 'original' | 'target';
type Neighbours = readonly [Segment | undefined, Segment, Segment | undefined];

const toCue = (segment: Segment, side: Side, index: number): Cue => ({
  index,
  start: parseTimes(segment)?.start ?? 0,
  end: parseTimes(segment)?.end ?? 0,
  text: side === 'original' ? segment.text_original : segment.text_target,
});

/** Returns the warnings of a segment between its neighbours. None if its times are invalid, which is shown separately. */
export function findWarnings([before, segment, after]: Neighbours): readonly SegmentWarning[] {
  if (findTimeProblem(segment)) return NO_WARNINGS;
  const neighbours = [before, segment, after].filter((neighbour) => neighbour !== undefined);
  const index = before ? 2 : 1;
  const warnings = (['original', 'target'] as const).flatMap((side) =>
    check(neighbours.map((neighbour, at) => toCue(neighbour, side, at + 1)))
      // Both texts share the times: report their warnings once.
      .filter(
        (warning) => warning.index === index && (side === 'original' || !TIME_WARNINGS.has(warning.kind)),
      )
      .filter((warning) => !isUnbrokenLongLine(toCue(segment, side, index).text, warning))
      .map((warning): SegmentWarning => ({ side: TIME_WARNINGS.has(warning.kind) ? 'both' : side, warning })),
  );
  return warnings.length > 0 ? warnings : NO_WARNINGS;
}

type Source = {
  count: () => number;
  /** Returns the segment at an index, as edited. */
  segmentAt: (position: number) => Segment | undefined;
  /** Runs a callback when the browser is idle. Returns a function that cancels it. */
  runWhenIdle: (work: () => void) => () => void;
};

export type Warnings = ReturnType<typeof createWarnings>;

/** Checks a list's segments in slices while the browser is idle. Call `refresh` after changes: it rechecks changed segments. */
export function createWarnings({ count, segmentAt, runWhenIdle }: Source) {
  const checked = new Map<number, { input: Neighbours; list: readonly SegmentWarning[] }>();
  const listeners = createListeners();
  let next = 0;
  let isRequested = false;
  let cancel: (() => void) | null = null;
  /** Increases whenever a check of the list changes the warnings. */
  let version = 0;
  let hasChanged = false;

  function checkAt(position: number): void {
    const segment = segmentAt(position);
    if (!segment) return;
    const input: Neighbours = [segmentAt(position - 1), segment, segmentAt(position + 1)];
    const last = checked.get(segment.id);
    if (last?.input.every((segment, index) => segment === input[index])) return;
    const list = findWarnings(input);
    if ((last?.list ?? NO_WARNINGS) !== list) hasChanged = true;
    checked.set(segment.id, { input, list });
  }

  function checkSlice(): void {
    cancel = null;
    const end = Math.min(next + SLICE, count());
    for (; next < end; next += 1) checkAt(next);
    if (next < count()) {
      start();
      return;
    }
    next = 0;
    if (hasChanged) {
      hasChanged = false;
      version += 1;
      listeners.notify();
    }
    if (isRequested) start();
  }

  function start(): void {
    if (next === 0) isRequested = false;
    cancel = runWhenIdle(checkSlice);
  }

  return {
    get: (id: number): readonly SegmentWarning[] => checked.get(id)?.list ?? NO_WARNINGS,
    getVersion: () => version,
    subscribe: listeners.add,
    refresh(): void {
      isRequested = true;
      if (!cancel) start();
    },
    stop(): void {
      cancel?.();
      cancel = null;
    },
  };
}
