import type { videos } from '@sayback/contract';
import { createLineSounds, soundStart } from '../analysis/line-sound.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { type LineSpeech, MAX_PARTS, splitIntoParts } from './build-up.ts';

export type Divider = ReturnType<typeof createDivider>;

/** Divides the lines of a video into parts, using the server's measurements of its sound. */
export function createDivider(video: videos.Video, lines: readonly PracticeLine[], signal: AbortSignal) {
  // Never called: the browser doesn't read the media for this.
  const analyse = () => Promise.reject(new Error('not measured here'));
  const sounds = createLineSounds(video, () => ({ media_url: null, durationMs: 0 }), { analyse }, signal);
  const known = new Map<number, { measured: LineSpeech | null; parts: readonly PracticeLine[] }>();
  return {
    /** Returns the parts of a line. They are the same objects until its measurements change. */
    partsOf(index: number, measured: LineSpeech | null): readonly PracticeLine[] {
      const before = known.get(index);
      if (before?.measured === measured) return before.parts;
      const line = lines[index];
      const divided = line ? splitIntoParts(line, video.original_language, measured) : [];
      const count = divided.length;
      const parts = divided.map((part, at) => ({
        ...part,
        id: index * MAX_PARTS + at,
        part: { line: index, number: at + 1, count },
      }));
      known.set(index, { measured, parts });
      return parts;
    },
    /** Returns the server's measurements of a line; null if there are none. */
    async speechOf(index: number): Promise<LineSpeech | null> {
      const sound = await sounds.of(lines, index);
      if (!sound || sound === 'making') return null;
      return { speech: sound.frames.speech, from: soundStart(lines, index) };
    },
  };
}
