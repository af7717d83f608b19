import type { videos } from '@sayback/contract';
import { createLineSounds, findSoundStart } from '../analysis/line-sound.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { type LineSpeech, MAX_PARTS, splitIntoParts } from './split-into-parts.ts';

export type Divider = ReturnType<typeof createDivider>;

/** Divides the lines of a video into parts, using the server's measurements of its sound. */
export function createDivider(video: videos.Video, signal: AbortSignal) {
  // Never called: the browser doesn't read the media for this.
  const analyse = () => Promise.reject(new Error('not supported'));
  const sounds = createLineSounds(video, () => ({ media_url: null, durationMs: 0 }), { analyse }, signal);
  const cache = new WeakMap<PracticeLine, { measured: LineSpeech | null; parts: readonly PracticeLine[] }>();
  return {
    /** Returns the parts of a line, by its index in the session: the same objects until the line or its measurements change. */
    divide(line: PracticeLine, index: number, measured: LineSpeech | null): readonly PracticeLine[] {
      const cached = cache.get(line);
      if (cached?.measured === measured) return cached.parts;
      const texts = splitIntoParts(line, video.original_language, measured);
      const parts = texts.map((part, i) => ({
        ...part,
        id: index * MAX_PARTS + i,
        part: { line: index, number: i + 1, count: texts.length },
      }));
      cache.set(line, { measured, parts });
      return parts;
    },
    /** Loads the server's measurements of a line; null if there are none. */
    async loadSpeech(lines: readonly PracticeLine[], index: number): Promise<LineSpeech | null> {
      const sound = await sounds.measure(lines, index);
      if (!sound || sound === 'making') return null;
      return { speech: sound.frames.speech, from: findSoundStart(lines, index) };
    },
  };
}
