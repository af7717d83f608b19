import { HALVES } from './texts.ts';

/** Lines spoken by one voice, and repeated by another. */
export type HintSet = {
  seed: number;
  /** Voice of espeak-ng. */
  original: string;
  /** Voice of flite. */
  learner: string;
  texts: string[];
};

/** Material for choosing hints. Parameters were chosen on the first half; the second one is only measured. */
export type HintHalf = { name: 'tuned' | 'blind'; sets: HintSet[] };

const seen = HALVES.map(({ seed, original, other, texts }) => ({
  seed: seed + 5,
  original,
  learner: other,
  texts,
}));

export const HINT_HALVES: HintHalf[] = [
  { name: 'tuned', sets: seen },
  {
    name: 'blind',
    sets: [
      {
        seed: 90_001,
        original: 'en-us+m7',
        learner: 'awb',
        texts: [
          'The waiter brought us the wrong bottle of wine',
          'My cousin repairs old watches in his spare time',
          'Nobody answered when I knocked at the kitchen door',
          'The ship leaves the harbour tomorrow at seven',
          'We planted potatoes behind the garage last spring',
          'Her father wanted to become a famous painter',
          'It was too dark to find the path through the forest',
          'The mechanic told me to change all four tyres',
          'They closed the airport because of the thick fog',
          'I usually drink tea with lemon after breakfast',
        ],
      },
      {
        seed: 90_002,
        original: 'en-gb-x-rp+f1',
        learner: 'kal16',
        texts: [
          'The lights went out during the second act',
          'She keeps her money in a box under the bed',
          'Several people were waiting in front of the bank',
          'Turn left at the church and follow the river',
          'The baby slept through the whole thunderstorm',
          'He never listens to what his sister tells him',
          'Our train was delayed by almost three hours',
          'The farmer sells fresh eggs every Saturday morning',
          'I have to finish this letter before the post goes',
          'Nothing in this shop costs more than ten pounds',
        ],
      },
    ],
  },
];
