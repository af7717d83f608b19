import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clean } from './clean.ts';

// Cases of Subtitle Edit's own tests and more traps; the material is kept outside the project.
const folder = new URL('../../../../../shared/data/cleaning/', import.meta.url);

type Case = { id: string; input: string; expected: string; spec_flags?: string[]; flags?: string[] };

function casesOf(file: string): Case[] {
  const path = new URL(file, folder);
  if (!existsSync(path)) return [];
  const read = JSON.parse(readFileSync(path, 'utf8')) as Case[] | { cases: Case[] };
  return Array.isArray(read) ? read : read.cases;
}

describe.each(['hearing-impaired.json', 'traps.json'])('reference cases of %s', (file) => {
  const list = casesOf(file);
  it.skipIf(list.length === 0)('are all cleaned as expected (skipped without shared/data/cleaning)', () => {
    const wrong = list.flatMap(({ id, input, expected, spec_flags, flags }) => {
      const on = new Set(spec_flags ?? flags);
      const options = {
        hearingImpaired: on.has('remove_hearing_impaired'),
        speakerNames: on.has('remove_speaker_names'),
        effects: on.has('remove_effects'),
      };
      const left = clean([{ index: 1, start: 0, end: 1000, text: input }], options).cues[0]?.text ?? '';
      return left === expected ? [] : [{ id, input, left, expected }];
    });
    expect(wrong).toEqual([]);
  });
});
