import { existsSync } from 'node:fs';
import path from 'node:path';
import { FRAMES_PER_SECOND } from '@sayback/speech';
import { readSubtitles } from '@sayback/subtitles';
import { addNoise, makeNoise } from '../../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../../packages/speech/src/testing/random.ts';
import { DATA, readData } from '../../engine/data-folder.ts';
import { labelReading } from '../measure-activity.ts';
import { type Clip, findLines, makeClip } from './clips.ts';
import { addEcho, measureSpeechLevel } from './mixtures.ts';
import { PROMPTS, readPrompts } from './prompts.ts';
import { decodeSound, speakWithEspeak, speakWithFlite } from './voices.ts';

/** A half of the material for cuts. The seed draws its voices, none of which is in the other half or in `CUT_HALVES`. */
export type DrawnHalf = {
  name: string;
  seed: number;
  /** Voices of espeak-ng by language, and a subtitle file with lines in that language. */
  languages: readonly { voice: string; file: string }[];
  /** Voice of flite, at several pitches and speeds. */
  flite: string;
  /** Prompts recorded by people: folders of Debian's `asterisk-core-sounds-*-g722`. */
  people: readonly string[];
  readings: readonly string[];
};

export const DRAWN_HALVES: readonly DrawnHalf[] = [
  {
    name: 'first half',
    seed: 34_001,
    languages: [
      { voice: 'en-us', file: 'T-en-es-pepper-and-carrot-ep6/orig.srt' },
      { voice: 'de', file: 'T-en-de-synfig/target.srt' },
      { voice: 'it', file: 'T-en-it-synfig/target.srt' },
      { voice: 'pt-br', file: 'T-en-pt-synfig/target.srt' },
      { voice: 'ru', file: 'T-en-ru-coatools/target.srt' },
    ],
    flite: 'awb',
    people: ['en_US_f_Allison', 'it_IT_m_Carlo', 'fr_CA_f_June'],
    readings: ['de', 'en'],
  },
  {
    name: 'second half',
    seed: 44_001,
    languages: [
      { voice: 'en-gb', file: 'T-en-es-py4e-c1p1/orig.srt' },
      { voice: 'es', file: 'T-en-es-py4e-c1p2/target.srt' },
      { voice: 'fr-fr', file: 'T-en-fr-synfig/target.srt' },
      { voice: 'pl', file: 'T-en-pl-3b1b-abstract-vector-spaces/target.srt' },
      { voice: 'el', file: 'T-en-el-py4e-c1p1/target.srt' },
    ],
    flite: 'rms',
    people: ['es_MX_f_Allison', 'ru_RU_f_IvrvoiceRU'],
    readings: ['es'],
  },
];

/** Variants of espeak-ng's voices that sound like people, without those in `CUT_HALVES`. */
const VARIANTS = (
  'Alex Alicia Andrea Andy Annie Diogo Gene Henrique Hugo Jacky Lee Marco Mario Michael Mike adam ' +
  'antonio belinda benjamin boris caleb david edward f1 f3 iven john m1 m4 m6 m7 marcelo max michel ' +
  'miguel norbert pablo paul pedro quincy rob robert sandro shelby steph2 victor zac'
).split(' ');
const LINES = 16;
const VOICES = 2;

export type DrawnClip = Clip & {
  kind: 'synthetic' | 'people' | 'readings';
  /** 1 for each frame of speech, found in the sound before adding the room. */
  labels: Uint8Array;
  room: Room;
};
type Room = { snr: number; echo: number };

/** Makes a half's clips, each with different noise 10 to 35 dB below the voice, and a third of them with an echo. */
export function makeDrawnClips({ name, seed, languages, flite, people, readings }: DrawnHalf): DrawnClip[] {
  const random = createRandom(seed);
  const isFirst = name === DRAWN_HALVES[0]?.name;
  const variants = VARIANTS.filter((_, at) => (at % 2 === 0) === isFirst);
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const clips: DrawnClip[] = [];
  const put = (kind: DrawnClip['kind'], sound: Float32Array, lines: Clip['lines']) => {
    const room = { snr: 10 + 25 * random(), echo: random() < 1 / 3 ? 0.2 + 0.4 * random() : 0 };
    const noise = random() < 0.5 ? 'pink' : 'white';
    const inside = addRoomNoise(sound, room, makeNoise(noise, sound.length, seed + 500 + clips.length));
    const labels = labelReading(sound);
    const truth = kind === 'people' ? applyLabels(lines, labels) : lines;
    clips.push({ kind, sound: inside, lines: truth, labels, room });
  };
  const add = (kind: DrawnClip['kind'], spoken: Parameters<typeof makeClip>[0]) => {
    const { sound, lines } = makeClip(spoken, { seed: seed + clips.length, snr: 60 });
    put(kind, sound, lines);
  };
  for (const { voice, file } of languages) {
    const texts = readTexts(file);
    for (let count = 0; count < VOICES; count++) {
      const speech = Array.from({ length: LINES }, () => draw(texts));
      const rate = 130 + 60 * random();
      const variant = `${voice}+${draw(variants)}`;
      const spoken = speakWithEspeak(
        speech.map((text) => ({ voice: variant, rate: Math.round(rate), text })),
      );
      add(
        'synthetic',
        spoken.map(({ samples }, at) => ({ samples, text: speech[at] as string })),
      );
    }
  }
  const english = readTexts(languages[0]?.file ?? '');
  for (let count = 0; count < VOICES; count++) {
    const spoken = Array.from({ length: LINES }, () => draw(english));
    const settings = { duration_stretch: 0.85 + 0.4 * random(), int_f0_target_mean: 90 + 90 * random() };
    add(
      'synthetic',
      spoken.map((text) => ({ text, samples: speakWithFlite(flite, text, settings) })),
    );
  }
  for (const voice of people.filter((speaker) => existsSync(path.join(PROMPTS, speaker)))) {
    const prompts = readPrompts(voice, VOICES * LINES).map((samples) => ({ samples, text: '' }));
    for (let from = 0; from < prompts.length; from += LINES) add('people', prompts.slice(from, from + LINES));
  }
  for (const reading of readings) {
    const sound = decodeSound(path.join(DATA, 'speech', `${reading}.mp3`));
    put('readings', sound, findLines(labelReading(sound)));
  }
  return clips;
}

const addRoomNoise = (sound: Float32Array, { snr, echo }: Room, noise: Float32Array): Float32Array =>
  addNoise(echo > 0 ? addEcho(sound, echo) : sound, noise, measureSpeechLevel(sound) * 10 ** (-snr / 20));

/** Reads the spoken lines of a subtitle file: 3 to 90 characters, with letters, without labels and brackets. */
const readTexts = (file: string): string[] =>
  readSubtitles(readData(`alignment/${file}`).toString())
    .cues.map(({ text }) => text.replaceAll('\n', ' '))
    .filter((text) => /^\p{L}[^#()[\]:♪<>]{2,89}$/u.test(text));

/** Trims lines to the labelled speech, without breaths. */
function applyLabels(lines: Clip['lines'], labels: Uint8Array): Clip['lines'] {
  return lines.map(({ start, end, text }) => {
    const [first, last] = [start, end].map((ms) => (ms * FRAMES_PER_SECOND) / 1000) as [number, number];
    const inside = labels.subarray(Math.floor(first), Math.ceil(last));
    const at = (frame: number) => ((Math.floor(first) + frame) * 1000) / FRAMES_PER_SECOND;
    return { start: at(inside.indexOf(1)), end: at(inside.lastIndexOf(1) + 1), text };
  });
}
