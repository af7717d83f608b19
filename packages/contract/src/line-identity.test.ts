import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { hashLine, makeAttemptId, practice, timeOfAttempt } from './index.ts';

describe('the hash of a line', () => {
  it('is the same whatever its case, punctuation, spaces and markup', () => {
    expect(hashLine('<i>¿Dónde está  la Iglesia?</i>')).toBe(hashLine('dónde está\nla iglesia'));
  });

  it('tells lines apart that differ in a letter or an accent', () => {
    const lines = ['si', 'sí', 'está aquí', 'esta aquí', '', '你好', '您好'];
    expect(new Set(lines.map(hashLine)).size).toBe(lines.length);
  });

  it('is a whole number of 53 bits at most', () => {
    for (let at = 0; at < 1000; at++) {
      const hash = hashLine(`line ${at}`);
      expect(hash).toBeGreaterThanOrEqual(0);
      expect(hash).toBeLessThan(2 ** 53);
    }
  });
});

describe('the id of an attempt', () => {
  it.each([
    [0, 0],
    [1_795_345_558_905, 255],
    [2 ** 48 - 1, 0x5a],
  ])('made at %d of bytes %d is one that the contract takes, and says when', (at, byte) => {
    const id = makeAttemptId(at, new Uint8Array(10).fill(byte));
    expect(z.safeParse(practice.attempt.shape.id, id).success).toBe(true);
    expect(timeOfAttempt(id)).toBe(at);
  });
});
