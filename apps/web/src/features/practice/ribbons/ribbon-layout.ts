import {
  FRAMES_PER_SECOND,
  findPauses,
  movingAverage,
  type Pause,
  type SpeechFrames,
  toSemitones,
  type WordTime,
} from '@sayback/speech';

/** Two voices on one time scale. Pixels: `x` from the left edge, `y` from the middle of a voice's track, negative above it. */
export type RibbonLayout = {
  tracks: { original: Track | null; take: Track | null };
  words: { text: string; x: number; width: number; isMarked: boolean }[];
  /** Connections between the start of a word in the original and in the take. */
  links: { from: number; to: number }[];
  /** The original's melody, as far as the take contains it. */
  melody: Point[];
  /** The range of the original that the take omits. */
  omitted: { from: number; to: number } | null;
  pixelsPerSecond: number;
};

/** `y` shows the pitch, `half` the loudness: half of the drawn height. */
type Point = { x: number; y: number; half: number };

export type Track = {
  /** A ribbon for each run of speech. */
  ribbons: Point[][];
  /** Pauses between the ribbons. `isMarked`: the original has no such pause, or is unknown. */
  pauses: { from: number; to: number; seconds: number; isMarked: boolean }[];
  end: number;
  seconds: number;
};

export type RibbonInput = {
  original: SpeechFrames | null;
  take: SpeechFrames | null;
  /** The take's time for each frame of the original, in seconds. */
  takeTimes: Float32Array | null;
  /** Pauses in the take that the original doesn't have. */
  extraPauses: readonly Pause[];
  words: readonly WordTime[];
  /** Omitted range of the original, in seconds. */
  omitted: { start: number; end: number } | null;
  width: number;
  /** Height of a track, in pixels. */
  height: number;
};

/** Maximum distance from the median pitch. */
const MAX_SEMITONES = 9;
/** Range below the loudest level, in dB, at which a ribbon has its minimum height. */
const RANGE_DB = 30;
const MIN_HALF = 1;
const SMOOTHING = 3;
export const MAX_PIXELS_PER_SECOND = 320;

export function layoutRibbons(input: RibbonInput): RibbonLayout {
  const { original, take, takeTimes, extraPauses, words, omitted, width, height } = input;
  const originalRange = original && findSpokenRange(original);
  const takeRange = take && findSpokenRange(take);
  const longest = Math.max(0.5, originalRange?.seconds ?? 0, takeRange?.seconds ?? 0);
  const pixelsPerSecond = Math.min(MAX_PIXELS_PER_SECOND, width / longest);
  const toOriginalX = (seconds: number) => (seconds - (originalRange?.start ?? 0)) * pixelsPerSecond;
  const toTakeX = (seconds: number) => (seconds - (takeRange?.start ?? 0)) * pixelsPerSecond;
  const toTakeTime = (seconds: number) => takeTimes?.[Math.round(seconds * FRAMES_PER_SECOND)] ?? Number.NaN;
  const isMarked = ({ start }: Pause) =>
    original === null || extraPauses.some((pause) => pause.start === start);
  const isOmitted = (word: WordTime) =>
    omitted !== null &&
    Math.min(word.end, omitted.end) - Math.max(word.start, omitted.start) > (word.end - word.start) / 2;
  const originalTrack =
    original && originalRange && layoutTrack(original, originalRange, toOriginalX, height, () => false);
  const toSeconds = (x: number) => x / pixelsPerSecond + (originalRange?.start ?? 0);
  return {
    tracks: {
      original: originalTrack,
      take: take && takeRange && layoutTrack(take, takeRange, toTakeX, height, isMarked),
    },
    melody: (originalTrack?.ribbons.flat() ?? [])
      .map((point) => ({ ...point, x: toTakeX(toTakeTime(toSeconds(point.x))) }))
      .filter(({ x }) => Number.isFinite(x)),
    words: words.map((word) => ({
      text: word.text,
      x: toOriginalX(word.start),
      width: (word.end - word.start) * pixelsPerSecond,
      isMarked: isOmitted(word),
    })),
    links: words
      .filter((word) => !isOmitted(word))
      .map(({ start }) => ({ from: toOriginalX(start), to: toTakeX(toTakeTime(start)) }))
      .filter(({ to }) => Number.isFinite(to)),
    omitted: omitted && { from: toOriginalX(omitted.start), to: toOriginalX(omitted.end) },
    pixelsPerSecond,
  };
}

function findSpokenRange({ speech }: SpeechFrames): { start: number; seconds: number } {
  const first = Math.max(0, speech.indexOf(1));
  const last = speech.lastIndexOf(1) + 1;
  return { start: first / FRAMES_PER_SECOND, seconds: Math.max(0, last - first) / FRAMES_PER_SECOND };
}

function layoutTrack(
  frames: SpeechFrames,
  { start, seconds }: { start: number; seconds: number },
  toX: (seconds: number) => number,
  height: number,
  isMarked: (pause: Pause) => boolean,
): Track {
  const melody = movingAverage(fillGaps(toSemitones(frames.pitch)), SMOOTHING);
  const loudness = movingAverage(frames.loudness, SMOOTHING);
  const loudest = loudness.reduce(
    (max, level, frame) => (frames.speech[frame] ? Math.max(max, level) : max),
    -100,
  );
  const pauses = findPauses(frames.speech);
  const ribbons: Track['ribbons'] = [];
  let end = Math.round(start * FRAMES_PER_SECOND);
  const stops = [...pauses, { start: start + seconds, end: start + seconds }];
  for (const stop of stops) {
    const ribbon = [];
    for (let frame = end; frame < Math.round(stop.start * FRAMES_PER_SECOND); frame++) {
      const semitones = Math.max(-MAX_SEMITONES, Math.min(MAX_SEMITONES, melody[frame] ?? 0));
      const strength = Math.max(0, 1 + ((loudness[frame] ?? -100) - loudest) / RANGE_DB);
      ribbon.push({
        x: toX(frame / FRAMES_PER_SECOND),
        y: (-semitones / MAX_SEMITONES) * height * 0.42,
        half: MIN_HALF + (height / 2 - MIN_HALF) * strength ** 1.5,
      });
    }
    if (ribbon.length > 1) ribbons.push(ribbon);
    end = Math.round(stop.end * FRAMES_PER_SECOND);
  }
  return {
    ribbons,
    pauses: pauses.map((pause) => ({
      from: toX(pause.start),
      to: toX(pause.end),
      seconds: pause.end - pause.start,
      isMarked: isMarked(pause),
    })),
    end: toX(start + seconds),
    seconds,
  };
}

/** Interpolates the pitch of voiceless sounds; 0 throughout without any pitch. */
function fillGaps(semitones: Float32Array): Float32Array {
  const known = Array.from(semitones.keys()).filter((frame) => !Number.isNaN(semitones[frame]));
  let next = 0;
  return semitones.map((value, frame) => {
    if (!Number.isNaN(value)) return value;
    while ((known[next] ?? Number.POSITIVE_INFINITY) < frame) next++;
    const [before, after] = [known[next - 1], known[next]];
    if (before === undefined || after === undefined) return semitones[before ?? after ?? -1] ?? 0;
    const fraction = (frame - before) / (after - before);
    return (semitones[before] as number) * (1 - fraction) + (semitones[after] as number) * fraction;
  });
}
