import { describe, expect, it } from 'vitest';
import { matchLines } from './match-lines.ts';

const createLine = (start_ms: number) => ({ text_hash: 1, start_ms, line_ms: start_ms });

describe('matching lines to segments', () => {
  it('chooses the nearest segment with the same text; of two, the earlier', () => {
    const [near, other] = [createLine(5000), { text_hash: 2, start_ms: 5300 }];
    const segments = [createLine(4000), near, other, createLine(6000)];
    const [line] = [createLine(5300)];
    expect(matchLines([line], segments).get(line)).toBe(near);
    const between = createLine(5500);
    expect(matchLines([between], segments).get(between)).toBe(near);
    const far = createLine(9000);
    expect(matchLines([far], segments).size).toBe(0);
  });

  // Comparing all pairs would take a minute.
  it('matches 200,000 lines that all have the same text', () => {
    const segments = Array.from({ length: 200_000 }, (_, n) => createLine(n * 1000));
    const lines = segments.map(({ start_ms }) => createLine(start_ms + 100));
    expect(matchLines(lines, segments).size).toBe(200_000);
  });
});
