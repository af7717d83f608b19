import { HALVES } from './texts.ts';

/** What cuts are fitted on: the first half is for choosing parameters, the second is only ever measured. */
export type CutHalf = {
  name: 'tuned' | 'blind';
  seed: number;
  /** espeak-ng. */
  voices: string[];
  /** flite. */
  other: string;
  texts: string[];
  readings: string[];
};

export const CUT_HALVES: CutHalf[] = [
  {
    name: 'tuned',
    seed: 11,
    voices: ['en-us', 'en-us+f2'],
    other: 'slt',
    texts: (HALVES[0]?.texts ?? []).map((text, at) =>
      at % 3 === 0 ? text.replace(/ (and|to|in|on|at|when|of|with) /, ', $1 ') : text,
    ),
    readings: ['de', 'es'],
  },
  {
    name: 'blind',
    seed: 70_011,
    voices: ['es+m5', 'en-gb-scotland+f5'],
    other: 'awb',
    texts: [
      'Yes, of course',
      'I told you, he never answers the telephone',
      'Three hundred and twenty metres, more or less',
      'Why?',
      'Because the shop shuts at half past seven',
      'Listen, I do not want to quarrel about it',
      'Thanks',
      'The bridge was built before the war, by prisoners',
      'You look tired, go to bed',
      'It has been raining since Thursday',
      'Not now',
      'If nobody objects, we shall begin with the second chapter',
      'Where did you put the scissors',
      'She smiled, turned around and left the room',
      'Stop it at once',
      'My aunt keeps bees, hens and a very old horse',
      'That is exactly what I meant',
      'Fish again',
      'A ticket to Seville, please, for tomorrow morning',
      'Nobody expected that the judge would laugh',
    ],
    readings: ['en'],
  },
];
