import { clean } from '@sayback/subtitles';
import { readExpected } from '../data-folder.ts';
import type { Outcome } from './count-right.ts';

type Case = { id: string; input: string; expected: string; spec_flags?: string[]; flags?: string[] };

/** Checks cleaning against the cases from Subtitle Edit's tests that our three switches cover. */
export function compareWithSubtitleEdit(): Outcome[] | null {
  return readExpected<{ cases: Case[] }>('cleaning/hearing-impaired.json')?.cases.map(checkCleaning) ?? null;
}

/** Checks texts that only resemble labels or sounds, Chinese and Japanese brackets, and YouTube's labels. */
export function checkTraps(): Outcome[] | null {
  return readExpected<Case[]>('cleaning/traps.json')?.map(checkCleaning) ?? null;
}

function checkCleaning({ id, input, expected, spec_flags, flags }: Case): Outcome {
  const on = new Set(spec_flags ?? flags);
  const { cues } = clean([{ index: 1, start: 0, end: 1000, text: input }], {
    hearingImpaired: on.has('remove_hearing_impaired'),
    speakerNames: on.has('remove_speaker_names'),
    effects: on.has('remove_effects'),
  });
  return { name: id, right: (cues[0]?.text ?? '') === expected };
}
