import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { hashLine, makeAttemptId, practice, readAttemptTime } from './index.ts';

describe('a line’s hash', () => {
  it('ignores case, punctuation, spaces and markup', () => {
    expect(hashLine('<i>¿Dónde está  la Iglesia?</i>')).toBe(hashLine('dónde está\nla iglesia'));
  });

  it('differs for a different letter or accent', () => {
    const lines = ['si', 'sí', 'está aquí', 'esta aquí', '', '你好', '您好'];
    expect(new Set(lines.map(hashLine)).size).toBe(lines.length);
  });

  it('is an integer of at most 53 bits', () => {
    for (let n = 0; n < 1000; n++) {
      const hash = hashLine(`line ${n}`);
      expect(hash).toBeGreaterThanOrEqual(0);
      expect(hash).toBeLessThan(2 ** 53);
    }
  });
});

describe('an attempt’s id', () => {
  it.each([
    [0, 0],
    [1_795_345_558_905, 255],
    [2 ** 48 - 1, 0x5a],
  ])('made at %d from bytes %d is valid, and contains its time', (time, byte) => {
    const id = makeAttemptId(time, new Uint8Array(10).fill(byte));
    expect(z.safeParse(practice.attempt.shape.id, id).success).toBe(true);
    expect(readAttemptTime(id)).toBe(time);
  });
});
