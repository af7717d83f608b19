import { describe, expect, it } from 'vitest';
import { file, sayback, useFolder } from '../testing/run-sayback.ts';

useFolder();

const pair = { id: 'a', lang: 'en', expected: 'I like it a lot.', typed: 'i like it alot' };

describe('sayback grade', () => {
  it('prints a line for each pair', async () => {
    const kana = { lang: 'ja', expected: 'すし', typed: 'スシ' };
    file(
      'pairs.json',
      JSON.stringify([pair, { id: 2, ...kana }, { id: 3, ...kana, options: { kana: true } }]),
    );
    const { status, lines } = await sayback(['grade', 'pairs.json']);
    expect(status).toBe(0);
    expect(lines()).toEqual([
      {
        id: 'a',
        verdict: 'typo',
        tokens: [
          ['right', 'I', 'i'],
          ['right', 'like', 'like'],
          ['right', 'it', 'it'],
          ['typo', 'a lot', 'alot'],
        ],
      },
      expect.objectContaining({ id: 2, verdict: 'wrong' }),
      expect.objectContaining({ id: 3, verdict: 'right' }),
    ]);
  });

  it.each([
    ['not JSON', '{', 'JSON'],
    ['no array', '{}', 'contain an array of pairs'],
    ['no object', '[1]', 'Pair 1 is not an object'],
    ['no id', '[{}]', 'Pair 1 has no “id”'],
    ['no text', JSON.stringify([pair, { ...pair, typed: 5 }]), 'Pair 2 (id "a"): “typed” is not a text'],
    ['an unknown option', JSON.stringify([{ ...pair, options: { k: true } }]), 'there is no option “k”'],
    ['a wrong option', JSON.stringify([{ ...pair, options: { kana_equal: 1 } }]), 'neither true nor false'],
  ])('rejects a file with %s', async (_, content, message) => {
    file('pairs.json', content);
    const { status, stdout, stderr } = await sayback(['grade', 'pairs.json']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('pairs.json:1: ');
    expect(stderr).toContain(message);
  });

  it('rejects two files', async () => {
    expect(await sayback(['grade', 'a.json', 'b.json'])).toMatchObject({ status: 2 });
  });
});
