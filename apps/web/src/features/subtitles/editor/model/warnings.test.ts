// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { segment, segments } from '../testing/segments.ts';
import type { Segment } from './unsaved.ts';
import { createWarnings, getWarnings } from './warnings.ts';

const kinds = (list: ReturnType<typeof getWarnings>) =>
  list.map(({ side, warning }) => `${side}: ${warning.kind}`);

describe('warnings of a segment', () => {
  it('name the text that they concern', () => {
    const row = segment(2, { text_original: '', text_target: 'a'.repeat(60) });
    expect(kinds(getWarnings([segment(1), row, segment(3)]))).toEqual([
      'original: empty',
      'target: too-fast',
    ]);
  });

  it('include long lines only in texts with line breaks', () => {
    const line = 'So long a line that nobody would set it in one';
    const warningKinds = (text: string) =>
      kinds(getWarnings([undefined, segment(1, { end_time: '00:00:06.000', text_target: text }), undefined]));
    expect(warningKinds(line)).toEqual([]);
    expect(warningKinds(`${line}\nand more`)).toEqual(['target: long-line']);
  });

  it('include the times once for both texts', () => {
    const row = segment(2, { end_time: '00:00:08.500' });
    expect(kinds(getWarnings([segment(1), row, segment(3)]))).toEqual(['both: overlap']);
  });

  it('are computed for the first and the last segment too', () => {
    const empty = segment(1, { text_target: '' });
    expect(kinds(getWarnings([undefined, empty, undefined]))).toEqual(['target: empty']);
    expect(kinds(getWarnings([undefined, empty, segment(2)]))).toEqual(['target: empty']);
  });

  it('exclude the neighbours’ warnings', () => {
    const before = segment(1, { text_target: '' });
    expect(getWarnings([before, segment(2), undefined])).toEqual([]);
  });

  it.each(['x', '00:00:00.500'])('exclude times that can’t be saved, with the end at %s', (end_time) => {
    expect(getWarnings([undefined, segment(1, { end_time, text_target: '' }), undefined])).toEqual([]);
  });
});

/** Idle callbacks that the test triggers. */
function watch(list: Segment[]) {
  const waiting: (() => void)[] = [];
  let notified = 0;
  const warnings = createWarnings({
    count: () => list.length,
    at: (position) => list[position],
    whenIdle: (work) => {
      waiting.push(work);
      return () => waiting.splice(waiting.indexOf(work), 1);
    },
  });
  warnings.subscribe(() => {
    notified += 1;
  });
  const idle = () => {
    const work = waiting.shift();
    work?.();
    return work !== undefined;
  };
  return {
    warnings,
    idle,
    waiting,
    notified: () => notified,
    idleOut: () => {
      let slices = 0;
      while (idle()) slices += 1;
      return slices;
    },
  };
}

describe('checking a whole list', () => {
  it('runs in slices and notifies when done', () => {
    const list = segments(1000);
    list[900] = segment(901, { text_target: '' });
    const { warnings, idle, idleOut, notified } = watch(list);
    warnings.refresh();
    idle();
    expect(notified()).toBe(0);
    expect(idleOut()).toBe(4);
    expect(notified()).toBe(1);
    expect(kinds(warnings.of(901))).toEqual(['target: empty']);
    expect(warnings.of(1)).toEqual([]);
  });

  it('notifies only when warnings have changed', () => {
    const list = segments(10);
    const { warnings, idleOut, notified } = watch(list);
    warnings.refresh();
    idleOut();
    expect(notified()).toBe(0);
    list[4] = segment(5, { text_target: '', version: 2 });
    warnings.refresh();
    idleOut();
    expect(notified()).toBe(1);
    list[4] = segment(5, { version: 3 });
    warnings.refresh();
    idleOut();
    expect(warnings.of(5)).toEqual([]);
    expect(notified()).toBe(2);
  });

  it('restarts after a change during the check', () => {
    const list = segments(500);
    const { warnings, idle, idleOut } = watch(list);
    warnings.refresh();
    idle();
    list[0] = segment(1, { text_target: '', version: 2 });
    warnings.refresh();
    idleOut();
    expect(kinds(warnings.of(1))).toEqual(['target: empty']);
  });

  it('can be stopped', () => {
    const { warnings, waiting } = watch(segments(500));
    warnings.refresh();
    warnings.stop();
    expect(waiting).toEqual([]);
  });
});
