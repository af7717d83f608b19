import type { Clip, Line } from './clip.ts';
import { soundOf } from './sounds.ts';
import { SAMPLE_RATE, speak } from './speak.ts';

/** Between two lines, in milliseconds. */
const PAUSE = 650;

/** A line with its place in the clip, in milliseconds. */
export interface SpokenLine extends Line {
  start: number;
  end: number;
}

export interface Timeline {
  lines: SpokenLine[];
  /** Length of the clip in milliseconds. */
  length: number;
  /** The whole sound track, -1 to 1, at `SAMPLE_RATE`. */
  samples: Float32Array;
}

/** Speaks every line of the clip and places them, with the sounds, on one track. */
export async function makeTimeline(clip: Clip): Promise<Timeline> {
  const voices: Float32Array[] = [];
  for (const line of clip.lines) voices.push(await speak(line.say ?? line.text, clip.voices[line.who]));
  let clock = clip.intro;
  const lines = clip.lines.map((line, i) => {
    const start = i === 0 ? clock : clock + (line.pause ?? PAUSE);
    clock = start + lengthOf(voices[i]);
    return { ...line, start: Math.round(start), end: Math.round(clock) };
  });
  const length = Math.round(clock + clip.outro);
  const samples = new Float32Array(Math.round((length / 1000) * SAMPLE_RATE));
  lines.forEach((line, i) => {
    mix(samples, voices[i], line.start);
  });
  for (const { kind, at } of clip.sounds) {
    const start = typeof at === 'number' ? at : lineAt(lines, at.afterLine).end + at.delay;
    mix(samples, soundOf(kind), start);
  }
  return { lines, length, samples };
}

/** The 1-based line `number`; throws when there is none. */
export function lineAt(lines: SpokenLine[], number: number): SpokenLine {
  const line = lines[number - 1];
  if (!line) throw new Error(`There is no line ${number}`);
  return line;
}

function lengthOf(samples: Float32Array | undefined): number {
  return ((samples?.length ?? 0) / SAMPLE_RATE) * 1000;
}

function mix(track: Float32Array, samples: Float32Array | undefined, start: number): void {
  const offset = Math.round((start / 1000) * SAMPLE_RATE);
  samples?.forEach((sample, i) => {
    const there = track[offset + i];
    if (there !== undefined) track[offset + i] = there + sample;
  });
}
