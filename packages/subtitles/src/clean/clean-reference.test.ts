import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clean } from './clean.ts';

// Cases from Subtitle Edit's own tests, and more traps. The data is stored outside the repository.
const folder = new URL('../../../../../shared/data/cleaning/', import.meta.url);

type Case = { id: string; input: string; expected: string; spec_flags?: string[]; flags?: string[] };

function readCases(file: string): Case[] {
  const path = new URL(file, folder);
  if (!existsSync(path)) return [];
  const parsed = JSON.parse(readFileSync(path, 'utf8')) as Case[] | { cases: Case[] };
  return Array.isArray(parsed) ? parsed : parsed.cases;
}

describe.each(['hearing-impaired.json', 'traps.json'])('reference cases of %s', (file) => {
  const list = readCases(file);
  it.skipIf(list.length === 0)('are all cleaned as expected (skipped without shared/data/cleaning)', () => {
    const wrong = list.flatMap(({ id, input, expected, spec_flags, flags }) => {
      const enabled = new Set(spec_flags ?? flags);
      const options = {
        hearingImpaired: enabled.has('remove_hearing_impaired'),
        speakerNames: enabled.has('remove_speaker_names'),
        effects: enabled.has('remove_effects'),
      };
      const actual = clean([{ index: 1, start: 0, end: 1000, text: input }], options).cues[0]?.text ?? '';
      return actual === expected ? [] : [{ id, input, left: actual, expected }];
    });
    expect(wrong).toEqual([]);
  });
});
