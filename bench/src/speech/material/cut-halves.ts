import { HALVES } from './texts.ts';

/** A range of a recorded reading, as shares of its length, optionally in a room with echo and hum. */
export type ReadingStretch = { name: string; from: number; to: number; room?: { echo: number; snr: number } };

const whole = (name: string): ReadingStretch => ({ name, from: 0, to: 1 });

/**
 * A set of material for fitting cuts. Parameters were chosen on the first set. The next three were unseen at first, and have
 * been inspected since. The last set is only measured.
 */
export type CutHalf = {
  name: 'tuned' | 'looked at' | 'looked at later' | 'looked at last' | 'blind';
  seed: number;
  /** Voices of espeak-ng. */
  voices: string[];
  /** Voice of flite. */
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
    name: 'looked at later',
    seed: 140_011,
    voices: ['en-us+klatt4', 'en-gb-x-rp+linda'],
    other: 'rms',
    texts: [
      'Good evening, is anybody there',
      'We could take the ferry, if it still runs',
      'Half of it is yours',
      'He asked for salt, pepper and a clean plate',
      'What a mess',
      'My sister sleeps through all thunder',
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
  {
    name: 'looked at last',
    seed: 210_011,
    voices: ['en-029+anika', 'en-gb-x-gbcwmd+travis'],
    other: 'kal16',
    texts: [
      'Sit down, please',
      'The last bus leaves at ten past eleven',
      'Who told you that',
      'Her uncle mends clocks, watches and sometimes radios',
      'Never',
      'It was so quiet that we could hear the snow',
      'Careful, the floor is wet',
      'I would have called, but the line was dead',
      'Twelve eggs and a pound of butter',
      'They have painted the bench, so do not sit on it',
      'Good luck',
      'The letter never reached her, as far as I know',
      'Is it far',
      'On Fridays the library stays open until eight',
      'My feet hurt',
      'He promised, then he forgot, then he promised again',
      'That must be the postman',
      'Somewhere behind the hill a dog began to bark',
      'Next, please',
      'All this happened a very long time ago',
    ],
    readings: ['de', 'es', 'en'].flatMap((name) => [
      { ...whole(name), room: { echo: 0.25, snr: 30 } },
      { ...whole(name), room: { echo: 0.6, snr: 15 } },
    ]),
  },
  {
    name: 'blind',
    seed: 280_011,
    voices: ['en-gb+steph', 'en-us+m2'],
    other: 'kal',
    texts: [
      'Mind the gap',
      'By the time we arrived, the kitchen was already closed',
      'What time is it',
      'Two coffees, one tea and the bill, please',
      'Impossible',
      'The nurse said that he may get up tomorrow',
      'Hold this for a second',
      'Since the accident she walks with a stick',
      'It is locked',
      'They sell stamps, postcards and bad umbrellas',
      'As far as I remember, his office was on the fourth floor',
      'After you',
      'The captain kept a parrot, which spoke three languages',
      'Whose turn is it',
      'I left it on the shelf next to the clock',
      'Up here you can see the whole valley, if the fog lifts',
      'Not that one, the other',
      'Our guests will be tired, so let us eat early',
      'He whispered, but everybody heard it',
      'Thank you for your help',
    ],
    readings: ['de', 'es', 'en'].flatMap((name) => [
      { ...whole(name), room: { echo: 0.3, snr: 25 } },
      { ...whole(name), room: { echo: 0.7, snr: 18 } },
    ]),
  },
];
