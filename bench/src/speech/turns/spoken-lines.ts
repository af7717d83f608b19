import { existsSync } from 'node:fs';
import path from 'node:path';
import { SAMPLE_RATE, type SpeechFrames } from '@sayback/speech';
import { DATA } from '../../engine/data-folder.ts';
import { addRoomNoise, findVoice, makeProfile } from '../material/mixtures.ts';
import { PROMPTS, readPrompts } from '../material/prompts.ts';
import { decodeSound, speakWithEspeak, speakWithFlite } from '../material/voices.ts';
import { findPhrases, labelReading } from '../measure-activity.ts';

/** A line's profile, and a learner's take of it, from the first sound to the last. */
export type SpokenLine = {
  voice: string;
  line: SpeechFrames;
  /** Profiles of the lines before and after it. */
  neighbours: readonly SpeechFrames[];
  take: Float32Array;
  /** Starts of the words in the take, in seconds; empty for a recorded person. */
  words: readonly number[];
};

type Synthetic = { voice: string; learner: string; texts: readonly string[]; flite?: boolean };

/**
 * Half of the material: one was used for choosing parameters, the other measured afterwards. They share no voice, language,
 * text or seed.
 */
export type TurnHalf = {
  name: 'seen' | 'blind';
  seed: number;
  /** Folder names of prompts recorded by people, in Debian's `asterisk-core-sounds-*-g722`. */
  prompts: readonly string[];
  /** Names of the shared readings. */
  readings: readonly string[];
  synthetic: readonly Synthetic[];
};

const LINES_PER_VOICE = 14;

/** Makes the spoken lines of a half, without people's if their recordings aren't installed. */
export function makeSpokenLines({ prompts, readings, synthetic }: TurnHalf): SpokenLine[] {
  return [
    ...prompts.filter((name) => existsSync(path.join(PROMPTS, name))).flatMap(readPromptLines),
    ...readings
      .filter((name) => existsSync(path.join(DATA, 'speech', `${name}.mp3`)))
      .flatMap(readReadingLines),
    ...synthetic.flatMap(synthesise),
  ];
}

const readPromptLines = (name: string): SpokenLine[] =>
  buildLines(
    name,
    readPrompts(name, 2 * LINES_PER_VOICE)
      .map(trimSilence)
      .filter((prompt) => prompt !== null)
      .slice(0, LINES_PER_VOICE),
  );

const readReadingLines = (name: string): SpokenLine[] =>
  buildLines(
    name,
    findPhrases(decodeSound(path.join(DATA, 'speech', `${name}.mp3`)))
      .map(trimSilence)
      .filter((sound) => sound !== null)
      .slice(0, LINES_PER_VOICE),
  );

const buildLines = (voice: string, sounds: readonly Float32Array[]): SpokenLine[] =>
  addNeighbours(sounds.map((sound) => ({ voice, line: measureLine(sound), take: sound, words: [] })));

function synthesise({ voice, learner, texts, flite = false }: Synthetic): SpokenLine[] {
  const originals = speakWithEspeak(texts.map((text) => ({ voice, rate: 165, text })));
  const takes = flite
    ? texts.map((text) => ({ samples: speakWithFlite(learner, text), words: [] }))
    : speakWithEspeak(texts.map((text) => ({ voice: learner, rate: 160, text })));
  return addNeighbours(
    takes.map(({ samples, words }, index) => {
      const { from, to } = findVoice(samples);
      return {
        voice: learner,
        line: measureLine(originals[index]?.samples ?? samples),
        take: samples.slice(from, to),
        words: words
          .map((at) => at - from / SAMPLE_RATE)
          .filter((at) => at > 0 && at < (to - from) / SAMPLE_RATE - 0.1),
      };
    }),
  );
}

const addNeighbours = (lines: readonly Omit<SpokenLine, 'neighbours'>[]): SpokenLine[] =>
  lines.map((line, index) => ({
    ...line,
    neighbours: [-2, -1, 1, 2].flatMap((away) => lines[index + away]?.line ?? []),
  }));

const measureLine = (sound: Float32Array): SpeechFrames =>
  makeProfile(addRoomNoise(sound, { snr: 60, seed: 1 }));

/** Trims the silence at a line's ends. Returns null if it is too short, too long, or has a pause that would end a turn. */
function trimSilence(sound: Float32Array): Float32Array | null {
  const { from, to } = findVoice(sound);
  const spoken = sound.slice(from, to);
  const seconds = spoken.length / SAMPLE_RATE;
  const longest = labelReading(spoken).reduce(
    ({ most, run }, flag) => ({ most: Math.max(most, flag ? 0 : run + 1), run: flag ? 0 : run + 1 }),
    { most: 0, run: 0 },
  ).most;
  return seconds >= 1.2 && seconds <= 6.5 && longest <= 35 ? spoken : null;
}
