import type { Cue } from '@sayback/subtitles';

const WORDS =
  'the a night train café leaves at seven señor we never really know what she said 時間 Größe and then'.split(
    ' ',
  );

/**
 * Generates dialogue with one or two lines per cue, without tags and entities, so that every parser should return the same
 * cues.
 */
export function sampleCues(length: number): Cue[] {
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const makeLine = () => Array.from({ length: 4 + random(5) }, () => WORDS[random(WORDS.length)]).join(' ');
  let clock = 0;
  return Array.from({ length }, (_, at) => {
    const start = clock + random(900);
    const end = start + 800 + random(3000);
    clock = end;
    return { index: at + 1, start, end, text: random(3) === 0 ? `${makeLine()}\n${makeLine()}` : makeLine() };
  });
}
