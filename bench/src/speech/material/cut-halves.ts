import { HALVES } from './texts.ts';

/** A stretch of a real reading, as shares of its length; in a room that echoes and hums where one is given. */
export type ReadingStretch = { name: string; from: number; to: number; room?: { echo: number; snr: number } };

const whole = (name: string): ReadingStretch => ({ name, from: 0, to: 1 });

/**
 * What cuts are fitted on. The first half is for choosing parameters; the second was blind once, and has been looked at since;
 * the third is only ever measured.
 */
export type CutHalf = {
  name: 'tuned' | 'looked at' | 'blind';
  seed: number;
  /** espeak-ng. */
  voices: string[];
  /** flite. */
  other: string;
  texts: string[];
  readings: ReadingStretch[];
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
    readings: [whole('de'), whole('es')],
  },
  {
    name: 'looked at',
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
    readings: [{ name: 'en', from: 0, to: 0.5 }],
  },
  {
    name: 'blind',
    seed: 140_011,
    voices: ['en-us+klatt4', 'en-gb-x-rp+linda'],
    other: 'rms',
    texts: [
      'Good evening, is anybody there',
      'We could take the ferry, if it still runs',
      'Half of it is yours',
      'He asked for salt, pepper and a clean plate',
      'What a mess',
      'My sister sleeps through every storm',
      'Hurry up',
      'They both laughed, although nothing was funny',
      'That depends on the weather',
      'Before you leave, switch off the heating and lock the back door',
      'No',
      'She has lived with us for six months, perhaps seven',
      'Look, a heron',
      'Which of these boxes is the heaviest',
      'Let us start again from the beginning',
      'I guess so',
      'A small boy in a yellow raincoat jumped off the step',
      'It tastes of smoke, but I like it',
      'Leave the keys with the porter at the desk',
      'Perhaps next week',
    ],
    readings: [
      { name: 'en', from: 0.5, to: 1 },
      ...['de', 'es', 'en'].map((name) => ({ ...whole(name), room: { echo: 0.4, snr: 20 } })),
    ],
  },
];
