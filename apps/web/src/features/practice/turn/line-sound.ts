import type { videos } from '@sayback/contract';
import { SAMPLE_RATE } from '@sayback/speech';
import type { PracticeLine } from '../player/practice-lines.ts';
import { playWindow } from '../player/segment-window.ts';
import type { Speech } from './speech.ts';
import { decodeSound } from './take-sound.ts';
import type { LineSound } from './turn.ts';

/** The longest medium that the browser reads whole, in seconds: a quarter of an hour is 58 MB of samples. */
const LONGEST_S = 15 * 60;
/** Speech that the cut leaves out, where no other line lies; milliseconds. */
const AROUND = { padding_before: 100, padding_after: 100, padding_overlaps: false };
/** Lines at either side that a take is told apart from. */
const NEIGHBOURS = [-2, -1, 1, 2];

/** The sound of a video's lines as far as this page can read it. */
export type LineSounds = {
  of(lines: readonly PracticeLine[], index: number): Promise<LineSound | null>;
  /** Mono at 16 kHz; null where it can't be read. */
  samples(lines: readonly PracticeLine[], index: number): Promise<Float32Array | null>;
};

export function createLineSounds(
  { media_url, youtube_id }: Pick<videos.Video, 'media_url' | 'youtube_id'>,
  durationMs: number,
  speech: Pick<Speech, 'analyse'>,
): LineSounds {
  let whole: Promise<Float32Array | null> | undefined;
  const frames = new Map<PracticeLine, ReturnType<Speech['analyse']>>();

  async function load(): Promise<Float32Array | null> {
    if (youtube_id !== null || !media_url || durationMs > LONGEST_S * 1000) return null;
    try {
      const response = await fetch(media_url);
      if (!response.ok) throw new Error(`media: status ${response.status}`);
      return await decodeSound(await response.arrayBuffer());
    } catch (error) {
      console.error('the sound of the video could not be read', error);
      whole = undefined;
      return null;
    }
  }

  async function samples(lines: readonly PracticeLine[], index: number): Promise<Float32Array | null> {
    whole ??= load();
    const all = await whole;
    if (!all || !lines[index]) return null;
    const { from, to } = playWindow(lines, index, AROUND);
    const part = all.slice(Math.floor((from * SAMPLE_RATE) / 1000), Math.ceil((to * SAMPLE_RATE) / 1000));
    return part.length > 0 ? part : null;
  }

  async function framesOf(lines: readonly PracticeLine[], index: number) {
    const line = lines[index];
    const sound = line && (await samples(lines, index));
    if (!line || !sound) return null;
    const found = frames.get(line) ?? speech.analyse(sound);
    frames.set(line, found);
    return found;
  }

  return {
    samples,
    async of(lines, index) {
      const own = await framesOf(lines, index);
      if (!own?.speech.includes(1)) return null;
      const around = await Promise.all(NEIGHBOURS.map((away) => framesOf(lines, index + away)));
      return { frames: own, neighbours: around.filter((other) => other !== null) };
    },
  };
}
