import { describe, expect, it } from 'vitest';
import { segment, segments } from '../testing/segments.ts';
import type { Segment } from './unsaved.ts';
import { createWarnings, findWarnings } from './warnings.ts';

const kinds = (list: ReturnType<typeof findWarnings>) =>
  list.map(({ side, warning }) => `${side}: ${warning.kind}`);

describe('warnings of a segment', () => {
  it('name the text that they concern', () => {
    const row = segment(2, { text_original: '', text_target: 'a'.repeat(60) });
    expect(kinds(findWarnings([segment(1), row, segment(3)]))).toEqual([
      'original: empty',
      'target: too-fast',
    ]);
  });

  it('include long lines only in texts with line breaks', () => {
    const line = 'So long a line that nobody would set it in one';
    const warningKinds = (text: string) =>
      kinds(
        findWarnings([undefined, segment(1, { end_time: '00:00:06.000', text_target: text }), undefined]),
      );
    expect(warningKinds(line)).toEqual([]);
    expect(warningKinds(`${line}\nand more`)).toEqual(['target: long-line']);
  });

  it('include the times once for both texts', () => {
    const row = segment(2, { end_time: '00:00:08.500' });
    expect(kinds(findWarnings([segment(1), row, segment(3)]))).toEqual(['both: overlap']);
  });

  it('are computed for the first and the last segment too', () => {
    const empty = segment(1, { text_target: '' });
    expect(kinds(findWarnings([undefined, empty, undefined]))).toEqual(['target: empty']);
    expect(kinds(findWarnings([undefined, empty, segment(2)]))).toEqual(['target: empty']);
  });

  it('exclude the neighbours’ warnings', () => {
    const before = segment(1, { text_target: '' });
    expect(findWarnings([before, segment(2), undefined])).toEqual([]);
  });

  it.each(['x', '00:00:00.500'])('exclude times that can’t be saved, with the end at %s', (end_time) => {
    expect(findWarnings([undefined, segment(1, { end_time, text_target: '' }), undefined])).toEqual([]);
  });
});

/** Creates warnings whose idle callbacks the test runs. */
function createTestWarnings(list: Segment[]) {
  const idleCallbacks: (() => void)[] = [];
  let notifyCount = 0;
  const warnings = createWarnings({
    count: () => list.length,
    segmentAt: (position) => list[position],
    runWhenIdle: (work) => {
      idleCallbacks.push(work);
      return () => idleCallbacks.splice(idleCallbacks.indexOf(work), 1);
    },
  });
  warnings.subscribe(() => {
    notifyCount += 1;
  });
  const runIdleCallback = () => {
    const work = idleCallbacks.shift();
    work?.();
    return work !== undefined;
  };
  return {
    warnings,
    idle: runIdleCallback,
    waiting: idleCallbacks,
    notified: () => notifyCount,
    idleOut: () => {
      let slices = 0;
      while (runIdleCallback()) slices += 1;
      return slices;
    },
  };
}

describe('checking a whole list', () => {
  it('runs in slices and notifies when done', () => {
    const list = segments(1000);
    list[900] = segment(901, { text_target: '' });
    const {
      warnings,
      idle: runIdleCallback,
      idleOut: runAllIdleCallbacks,
      notified: notifyCount,
    } = createTestWarnings(list);
    warnings.refresh();
    runIdleCallback();
    expect(notifyCount()).toBe(0);
    expect(runAllIdleCallbacks()).toBe(4);
    expect(notifyCount()).toBe(1);
    expect(kinds(warnings.get(901))).toEqual(['target: empty']);
    expect(warnings.get(1)).toEqual([]);
  });

  it('notifies only when warnings have changed', () => {
    const list = segments(10);
    const { warnings, idleOut: runAllIdleCallbacks, notified: notifyCount } = createTestWarnings(list);
    warnings.refresh();
    runAllIdleCallbacks();
    expect(notifyCount()).toBe(0);
    list[4] = segment(5, { text_target: '', version: 2 });
    warnings.refresh();
    runAllIdleCallbacks();
    expect(notifyCount()).toBe(1);
    list[4] = segment(5, { version: 3 });
    warnings.refresh();
    runAllIdleCallbacks();
    expect(warnings.get(5)).toEqual([]);
    expect(notifyCount()).toBe(2);
  });

  it('restarts after a change during the check', () => {
    const list = segments(500);
    const { warnings, idle: runIdleCallback, idleOut: runAllIdleCallbacks } = createTestWarnings(list);
    warnings.refresh();
    runIdleCallback();
    list[0] = segment(1, { text_target: '', version: 2 });
    warnings.refresh();
    runAllIdleCallbacks();
    expect(kinds(warnings.get(1))).toEqual(['target: empty']);
  });

  it('can be stopped', () => {
    const { warnings, waiting: idleCallbacks } = createTestWarnings(segments(500));
    warnings.refresh();
    warnings.stop();
    expect(idleCallbacks).toEqual([]);
  });
});
