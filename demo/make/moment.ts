import type { Mood, Shot, Side } from './clip.ts';
import { LOUDNESS, SAMPLE_RATE } from './speak.ts';
import type { SpokenLine, Timeline } from './timeline.ts';

/** The camera and the faces move so long before the voice does. Milliseconds. */
const AHEAD = 280;

/** What a face and its hands do at one moment. */
export interface Acting {
  mood: Mood;
  /** How far the mouth is open: 0 to 3. */
  mouth: number;
  speaking: boolean;
  blink: boolean;
  /** How far the hand is raised: 0 to 1. */
  lift: number;
  /** The head's tilt in degrees. */
  tilt: number;
}

/** What is to be seen at one moment of the clip. */
export interface Moment {
  /** Milliseconds since the clip's start. */
  time: number;
  /** Milliseconds still to come. */
  left: number;
  acting: Record<Side, Acting>;
  shot: Shot;
  /** Milliseconds since the line (1-based) began; negative before. */
  sinceLine: (number: number) => number;
}

/** What the picture has to show at `time` (milliseconds). */
export function momentAt(timeline: Timeline, time: number): Moment {
  const { lines } = timeline;
  const seen = lines.slice(
    0,
    1 +
      Math.max(
        0,
        lines.findLastIndex((line) => line.start - AHEAD <= time),
      ),
  );
  return {
    time,
    left: timeline.length - time,
    acting: { left: actingAt(timeline, seen, time, 'left'), right: actingAt(timeline, seen, time, 'right') },
    shot: seen.findLast((line) => line.shot)?.shot ?? 'wide',
    sinceLine: (number) => time - (lines[number - 1]?.start ?? Number.POSITIVE_INFINITY),
  };
}

/** From 0 to 1 and gently, while `since` goes from 0 to `during`. */
export function ease(since: number, during: number): number {
  const share = Math.min(1, Math.max(0, since / during));
  return share * share * (3 - 2 * share);
}

function actingAt(timeline: Timeline, seen: SpokenLine[], time: number, who: Side): Acting {
  const own = timeline.lines.filter((line) => line.who === who);
  const current = own.find((line) => line.start <= time && time < line.end);
  const lift = Math.max(
    0,
    ...own
      .filter((_, i) => i % 2 === 0)
      .map((line) => ease(time - line.start, 350) * ease(line.end + 250 - time, 350)),
  );
  return {
    mood: (seen.findLast((line) => line.who === who) ?? own[0])?.mood ?? 'calm',
    mouth: current ? mouthAt(timeline.samples, time) : 0,
    speaking: current !== undefined,
    // The two don't blink together.
    blink: (time + (who === 'left' ? 0 : 1700)) % 3900 < 140,
    lift,
    tilt: current ? 2.2 * Math.sin((time - current.start) / 210) : 0,
  };
}

function mouthAt(samples: Float32Array, time: number): number {
  const middle = Math.round((time / 1000) * SAMPLE_RATE);
  const near = samples.subarray(Math.max(0, middle - 700), middle + 700);
  const loudness = Math.sqrt(near.reduce((sum, sample) => sum + sample * sample, 0) / near.length) / LOUDNESS;
  return loudness < 0.27 ? 0 : loudness < 0.68 ? 1 : loudness < 1.05 ? 2 : 3;
}
