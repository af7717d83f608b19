import {
  FRAMES_A_SECOND,
  meanOver,
  type Pause,
  pausesOf,
  type SpeechFrames,
  semitonesOf,
  type WordTime,
} from '@sayback/speech';

/** Two voices on one time scale: pixels from the left edge; heights from the middle of a voice's track, up is negative. */
export type RibbonLayout = {
  tracks: { original: Track | null; mine: Track | null };
  words: { text: string; x: number; width: number; isMarked: boolean }[];
  /** Start of a word in the original, and in the take. */
  links: { from: number; to: number }[];
  /** The original's melody in the range that the take also contains. */
  melody: Point[];
  /** The range of the original that the take omits. */
  leftOut: { from: number; to: number } | null;
  pixelsPerSecond: number;
};

/** `y`: the pitch; `half`: the loudness, as half of the drawn height. */
type Point = { x: number; y: number; half: number };

export type Track = {
  /** One for each run of speech. */
  ribbons: Point[][];
  /** Pauses between them; `isMarked`: the original has none there, or can't be read. */
  pauses: { from: number; to: number; seconds: number; isMarked: boolean }[];
  end: number;
  seconds: number;
};

export type RibbonInput = {
  original: SpeechFrames | null;
  mine: SpeechFrames | null;
  /** The take's time for each frame of the original, in seconds. */
  takeTimes: Float32Array | null;
  /** Pauses in the take that the original doesn't have. */
  extraPauses: readonly Pause[];
  words: readonly WordTime[];
  /** Omitted range of the original, in seconds. */
  leftOut: { start: number; end: number } | null;
  width: number;
  /** Height of a track, in pixels. */
  height: number;
};

/** Limit of the distance to the median pitch, in semitones. */
const SEMITONES = 9;
/** Range below the loudest level, in dB, at which a ribbon becomes a thread. */
const RANGE_DB = 30;
const THINNEST = 1;
const SMOOTHING = 3;
export const MAX_PIXELS_PER_SECOND = 320;

export function layoutRibbons(input: RibbonInput): RibbonLayout {
  const { original, mine, takeTimes, extraPauses, words, leftOut, width, height } = input;
  const originalPart = original && spokenPart(original);
  const minePart = mine && spokenPart(mine);
  const longest = Math.max(0.5, originalPart?.seconds ?? 0, minePart?.seconds ?? 0);
  const pixelsPerSecond = Math.min(MAX_PIXELS_PER_SECOND, width / longest);
  const originalX = (seconds: number) => (seconds - (originalPart?.start ?? 0)) * pixelsPerSecond;
  const mineX = (seconds: number) => (seconds - (minePart?.start ?? 0)) * pixelsPerSecond;
  const timeInTake = (seconds: number) => takeTimes?.[Math.round(seconds * FRAMES_A_SECOND)] ?? Number.NaN;
  const isMarked = ({ start }: Pause) =>
    original === null || extraPauses.some((pause) => pause.start === start);
  const isLeftOut = (word: WordTime) =>
    leftOut !== null &&
    Math.min(word.end, leftOut.end) - Math.max(word.start, leftOut.start) > (word.end - word.start) / 2;
  const originalTrack =
    original && originalPart && track(original, originalPart, originalX, height, () => false);
  const secondsAt = (x: number) => x / pixelsPerSecond + (originalPart?.start ?? 0);
  return {
    tracks: {
      original: originalTrack,
      mine: mine && minePart && track(mine, minePart, mineX, height, isMarked),
    },
    melody: (originalTrack?.ribbons.flat() ?? [])
      .map((point) => ({ ...point, x: mineX(timeInTake(secondsAt(point.x))) }))
      .filter(({ x }) => Number.isFinite(x)),
    words: words.map((word) => ({
      text: word.text,
      x: originalX(word.start),
      width: (word.end - word.start) * pixelsPerSecond,
      isMarked: isLeftOut(word),
    })),
    links: words
      .filter((word) => !isLeftOut(word))
      .map(({ start }) => ({ from: originalX(start), to: mineX(timeInTake(start)) }))
      .filter(({ to }) => Number.isFinite(to)),
    leftOut: leftOut && { from: originalX(leftOut.start), to: originalX(leftOut.end) },
    pixelsPerSecond,
  };
}

function spokenPart({ speech }: SpeechFrames): { start: number; seconds: number } {
  const first = Math.max(0, speech.indexOf(1));
  const last = speech.lastIndexOf(1) + 1;
  return { start: first / FRAMES_A_SECOND, seconds: Math.max(0, last - first) / FRAMES_A_SECOND };
}

function track(
  frames: SpeechFrames,
  { start, seconds }: { start: number; seconds: number },
  xOf: (seconds: number) => number,
  height: number,
  isMarked: (pause: Pause) => boolean,
): Track {
  const melody = meanOver(filled(semitonesOf(frames.pitch)), SMOOTHING);
  const loudness = meanOver(frames.loudness, SMOOTHING);
  const loudest = loudness.reduce(
    (max, level, frame) => (frames.speech[frame] ? Math.max(max, level) : max),
    -100,
  );
  const pauses = pausesOf(frames.speech);
  const ribbons: Track['ribbons'] = [];
  let end = Math.round(start * FRAMES_A_SECOND);
  const stops = [...pauses, { start: start + seconds, end: start + seconds }];
  for (const stop of stops) {
    const ribbon = [];
    for (let frame = end; frame < Math.round(stop.start * FRAMES_A_SECOND); frame++) {
      const semitones = Math.max(-SEMITONES, Math.min(SEMITONES, melody[frame] ?? 0));
      const strength = Math.max(0, 1 + ((loudness[frame] ?? -100) - loudest) / RANGE_DB);
      ribbon.push({
        x: xOf(frame / FRAMES_A_SECOND),
        y: (-semitones / SEMITONES) * height * 0.42,
        half: THINNEST + (height / 2 - THINNEST) * strength ** 1.5,
      });
    }
    if (ribbon.length > 1) ribbons.push(ribbon);
    end = Math.round(stop.end * FRAMES_A_SECOND);
  }
  return {
    ribbons,
    pauses: pauses.map((pause) => ({
      from: xOf(pause.start),
      to: xOf(pause.end),
      seconds: pause.end - pause.start,
      isMarked: isMarked(pause),
    })),
    end: xOf(start + seconds),
    seconds,
  };
}

/** Interpolates the pitch of voiceless sounds; without any pitch everything is in the middle. */
function filled(semitones: Float32Array): Float32Array {
  const known = Array.from(semitones.keys()).filter((frame) => !Number.isNaN(semitones[frame]));
  let next = 0;
  return semitones.map((value, frame) => {
    if (!Number.isNaN(value)) return value;
    while ((known[next] ?? Number.POSITIVE_INFINITY) < frame) next++;
    const [before, after] = [known[next - 1], known[next]];
    if (before === undefined || after === undefined) return semitones[before ?? after ?? -1] ?? 0;
    const share = (frame - before) / (after - before);
    return (semitones[before] as number) * (1 - share) + (semitones[after] as number) * share;
  });
}
