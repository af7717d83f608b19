/** Half of the material: parameters are fitted on one, and the other is only measured. They share no text, voice or seed. */
export type Half = {
  name: 'tuned' | 'unseen';
  seed: number;
  texts: string[];
  /** Voices of espeak-ng: the original's and a learner's. */
  original: string;
  learner: string;
  /** Voice of flite. */
  other: string;
  readings: string[];
};

export const HALVES: Half[] = [
  {
    name: 'tuned',
    seed: 1,
    original: 'en-us',
    learner: 'en-us+f2',
    other: 'slt',
    readings: ['de', 'es'],
    texts: [
      'The old man walked slowly down to the river',
      'I have never seen such a beautiful garden before',
      'Could you please tell me where the station is',
      'She bought three apples and a loaf of bread',
      'We are going to visit my grandmother on Sunday',
      'Nobody knows what happened to the missing letter',
      'The children were playing football in the rain',
      'He forgot his keys on the kitchen table again',
      'My brother works for a company in another country',
      'It takes about twenty minutes to get there by bus',
      'They decided to paint the whole house yellow',
      'You should always wash your hands before dinner',
      'The window was broken when we came home',
      'Please open your books and read the second page',
      'This church is older than any other building here',
      'Last winter the lake was covered with ice',
      'I would rather stay at home and watch a film',
      'The doctor said that everything would be fine',
      'Her favourite colour has always been dark green',
      'We missed the train because of the heavy traffic',
    ],
  },
  {
    name: 'unseen',
    seed: 1001,
    original: 'en-gb+m3',
    learner: 'en-gb+f4',
    other: 'rms',
    readings: ['en'],
    texts: [
      'A strange noise woke everybody in the middle of the night',
      'The teacher asked us to write a short story',
      'There is nothing better than fresh coffee in the morning',
      'He sold his bicycle and bought an expensive camera',
      'Our neighbours have two dogs and a very lazy cat',
      'The museum is closed on the first Monday of every month',
      'I think we should wait until the weather gets better',
      'She speaks four languages but cannot swim',
      'The captain ordered his sailors to lower the boats',
      'My parents met at a dance thirty years ago',
      'Somebody left a wet umbrella in front of the door',
      'The price of petrol went up again this week',
      'Can you help me carry this heavy box upstairs',
      'Every summer they rent a small cottage near the sea',
      'The engine stopped suddenly and would not start',
      'He promised to call me as soon as he arrived',
      'Those mountains are covered with snow all year',
      'Put the milk back into the fridge before it goes bad',
      'The young queen never wanted to leave her island',
      'I found an interesting article about ancient maps',
    ],
  },
];
