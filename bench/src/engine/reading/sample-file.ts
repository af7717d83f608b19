import type { Cue } from '@sayback/subtitles';

const WORDS =
  'the a night train café leaves at seven señor we never really know what she said 時間 Größe and then'.split(
    ' ',
  );

/** Dialogue of one or two lines per cue without any tag or entity, which every parser should read alike. */
export function sampleCues(length: number): Cue[] {
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const line = () => Array.from({ length: 4 + next(5) }, () => WORDS[next(WORDS.length)]).join(' ');
  let clock = 0;
  return Array.from({ length }, (_, at) => {
    const start = clock + next(900);
    const end = start + 800 + next(3000);
    clock = end;
    return { index: at + 1, start, end, text: next(3) === 0 ? `${line()}\n${line()}` : line() };
  });
}
