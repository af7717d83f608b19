import { analyse, analyseTake } from '@sayback/speech';
import { addNoise, concatenate, rms, silence } from '../../../packages/speech/src/testing/noise.ts';
import { addRoomNoise, measureSpeechLevel } from './material/mixtures.ts';
import { makeMusic } from './material/music.ts';
import { makeTones, type TONE_HALVES } from './material/tones.ts';
import { speakWithEspeak, speakWithFlite } from './material/voices.ts';
import { findPhrases } from './measure-activity.ts';

const SHORT_WORDS = {
  tuned: {
    words: ['Yes', 'No', 'You', 'Oh', 'Me', 'Moon', 'Hello', 'Sorry'],
    espeak: 'en-us+f2',
    flite: 'rms',
  },
  blind: {
    words: ['Who', 'Ah', 'Why', 'Two', 'Nine', 'Mama', 'See you', 'Aloe'],
    espeak: 'en-gb+m3',
    flite: 'awb',
  },
};

/**
 * Measures how well tones are distinguished from speech: phrases of the readings alone, in rooms and with music at an SNR of 10
 * to 0 dB, and short words. Returns the share of tones in which speech was found, the share accepted as a take and their kinds,
 * and the share of speech rejected as tones.
 */
export function measureTones(half: keyof typeof TONE_HALVES, readings: readonly Float32Array[]) {
  const isHeard = (sound: Float32Array) => analyseTake(sound).speech.includes(1);
  const tones = makeTones(half);
  const wrong = tones.filter(({ sound }) => isHeard(sound)).map(({ kind }) => kind);
  const found = makeSpeech(half, readings).filter((sound) => analyse(sound).speech.includes(1));
  return {
    found: tones.filter(({ sound }) => analyse(sound).speech.includes(1)).length / tones.length,
    heard: wrong.length / tones.length,
    kinds: Object.entries(Object.groupBy(wrong, (kind) => kind)).map(
      ([kind, all]) => `${all?.length} × ${kind}`,
    ),
    lost: found.filter((sound) => !isHeard(sound)).length / found.length,
    spoken: found.length,
  };
}

function makeSpeech(half: keyof typeof TONE_HALVES, readings: readonly Float32Array[]): Float32Array[] {
  const { words, espeak, flite } = SHORT_WORDS[half];
  const spoken = [
    ...speakWithEspeak(words.map((text) => ({ voice: espeak, text, rate: 165 }))).map(
      ({ samples }) => samples,
    ),
    ...words.map((text) => speakWithFlite(flite, text)),
  ];
  return [
    ...spoken.flatMap((sound, seed) =>
      [40, 20, 10].map((snr) => addRoomNoise(sound, { snr, seed, after: 1.2 })),
    ),
    ...readings.flatMap(findPhrases).flatMap((phrase, seed) => {
      const room = concatenate(silence(0.5), phrase, silence(0.8));
      const music = makeMusic(room.length, seed + 1);
      const over = [10, 5, 0].map((snr) =>
        addNoise(room, music, (measureSpeechLevel(phrase) / rms(music)) * 10 ** (-snr / 20)),
      );
      return [phrase, addRoomNoise(phrase, { snr: [40, 20, 10, 5][seed % 4] ?? 5, seed }), ...over];
    }),
  ];
}
