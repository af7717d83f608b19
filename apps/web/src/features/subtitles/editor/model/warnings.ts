import { type Cue, check, type Warning } from '@sayback/subtitles';
import { createListeners } from '../../../../media/listeners.ts';
import { getTimes, timeProblem } from './times.ts';
import type { Segment } from './unsaved.ts';

/** A warning about one of a segment's texts, or about its times (`both`). */
export type SegmentWarning = { side: 'original' | 'target' | 'both'; warning: Warning };

/** Rows checked before yielding to the page. */
const SLICE = 200;

const OF_TIMES = new Set<Warning['kind']>(['too-short', 'too-long', 'overlap']);

/** The aligner joins lines, so line length only matters if someone has broken the text into lines. */
const isWithoutLines = (text: string, { kind }: Warning) => kind === 'long-line' && !text.includes('\n');

const NOTHING: readonly SegmentWarning[] = [];

type Side = 'original' | 'target';
type Neighbours = readonly [Segment | undefined, Segment, Segment | undefined];

const toCue = (segment: Segment, side: Side, index: number): Cue => ({
  index,
  start: getTimes(segment)?.start ?? 0,
  end: getTimes(segment)?.end ?? 0,
  text: side === 'original' ? segment.text_original : segment.text_target,
});

/** Returns the warnings of the middle one of three neighbours. None if its times are invalid, which is shown separately. */
export function getWarnings([before, self, after]: Neighbours): readonly SegmentWarning[] {
  if (timeProblem(self)) return NOTHING;
  const near = [before, self, after].filter((segment) => segment !== undefined);
  const at = before ? 2 : 1;
  const warnings = (['original', 'target'] as const).flatMap((side) =>
    check(near.map((segment, index) => toCue(segment, side, index + 1)))
      // Both texts share the times: report their warnings once.
      .filter(({ index, kind }) => index === at && (side === 'original' || !OF_TIMES.has(kind)))
      .filter((warning) => !isWithoutLines(toCue(self, side, at).text, warning))
      .map((warning): SegmentWarning => ({ side: OF_TIMES.has(warning.kind) ? 'both' : side, warning })),
  );
  return warnings.length > 0 ? warnings : NOTHING;
}

type Source = {
  count: () => number;
  /** Returns the segment at an index, as edited. */
  at: (position: number) => Segment | undefined;
  /** Calls back when the browser is idle. Returns a function that cancels it. */
  whenIdle: (work: () => void) => () => void;
};

export type Warnings = ReturnType<typeof createWarnings>;

/** Checks a list's segments in slices, while idle, and rechecks changed ones. Call `refresh` after possible changes. */
export function createWarnings({ count, at, whenIdle }: Source) {
  const checked = new Map<number, { of: Neighbours; list: readonly SegmentWarning[] }>();
  const listeners = createListeners();
  let next = 0;
  let isRequested = false;
  let cancel: (() => void) | null = null;
  /** Increases whenever a check of the list finds different warnings. */
  let version = 0;
  let hasChanged = false;

  function checkAt(position: number): void {
    const self = at(position);
    if (!self) return;
    const of: Neighbours = [at(position - 1), self, at(position + 1)];
    const last = checked.get(self.id);
    if (last?.of.every((segment, index) => segment === of[index])) return;
    const list = getWarnings(of);
    if ((last?.list ?? NOTHING) !== list) hasChanged = true;
    checked.set(self.id, { of, list });
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
    cancel = whenIdle(checkSlice);
  }

  return {
    of: (id: number): readonly SegmentWarning[] => checked.get(id)?.list ?? NOTHING,
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
