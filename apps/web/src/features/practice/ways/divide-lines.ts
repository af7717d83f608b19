import type { videos } from '@sayback/contract';
import { createLineSounds, soundStart } from '../analysis/line-sound.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { type LineSpeech, MOST_PARTS, partsOf } from './build-up.ts';

export type Divider = ReturnType<typeof createDivider>;

/** Divides the lines of a video into parts, by what the server has measured of its sound. */
export function createDivider(video: videos.Video, lines: readonly PracticeLine[], signal: AbortSignal) {
  // The media isn't read for it.
  const analyse = () => Promise.reject(new Error('not measured here'));
  const sounds = createLineSounds(video, () => ({ media_url: null, durationMs: 0 }), { analyse }, signal);
  const known = new Map<number, { measured: LineSpeech | null; parts: readonly PracticeLine[] }>();
  return {
    /** Parts of a line, the same objects as long as what is measured of it is the same. */
    partsOf(index: number, measured: LineSpeech | null): readonly PracticeLine[] {
      const before = known.get(index);
      if (before?.measured === measured) return before.parts;
      const line = lines[index];
      const divided = line ? partsOf(line, video.original_language, measured) : [];
      const count = divided.length;
      const parts = divided.map((part, at) => ({
        ...part,
        id: index * MOST_PARTS + at,
        part: { line: index, number: at + 1, count },
      }));
      known.set(index, { measured, parts });
      return parts;
    },
    /** Returns what the server has measured of a line; null if that is nothing. */
    async speechOf(index: number): Promise<LineSpeech | null> {
      const sound = await sounds.of(lines, index);
      if (!sound || sound === 'making') return null;
      return { speech: sound.frames.speech, from: soundStart(lines, index) };
    },
  };
}
