import type { LiveFrame } from '../frames/live-frames.ts';
import { MEL_BANDS } from '../frames/mel.ts';
import { excessOver } from './excess.ts';

/** Frames at the start of a recording that say nothing about the room: zeros, a fade-in, the click of a switch. */
export const HEAD = 25;
// The floor is the minimum of the smoothed level over the last 1.6 s, in eight parts.
const PARTS = 8;
const PART_FRAMES = 20;
const SMOOTHING = 0.3;
const FLOOR_SMOOTHING = 0.08;
// Bias of a smoothed noise's minimum below its mean.
const MINIMUM_BIAS_DB = 2.5;
/** Level below any microphone's noise, dB. */
const DIGITAL_SILENCE_DB = -105;
// Hysteresis, dB: speech starts above one and ends below the other; both follow a loud voice.
const START_DB = 2.5;
const STOP_DB = 1.2;
const START_SHARE = 0.3;
const STOP_SHARE = 0.12;
/** Share of the start threshold that is enough after a voice, since noise alone is below 0 dB. */
const AGAIN = 0.6;
/** Decay of the voice's level, dB per frame: it fades within seconds. */
const FORGETTING = 0.01;

/** Aperiodicity below which a frame is voiced. */
const VOICED = 0.3;
/** Voiced frames among the last ones that make a sound speech: a click, a scrape or a rush of air has none. */
const ANCHOR = 6;
const ANCHOR_REACH = 12;
/** Unvoiced frames after which a sound is no longer speech: no fricative is longer. */
const UNVOICED = 30;
/** Unvoiced frames of sound after which the room counts as louder: the floor restarts. */
const RISEN = 50;
/** Frames for which a hum holds its pitch and its spectrum, within cents and dB over the bands. */
const STEADY = 40;
const STEADY_CENTS = 35;
const STEADY_DB = 3;

/** Distance below the learner's level, dB, at which a voice counts as somebody else's. */
const FAR_DB = 14;

type Activity = {
  speech: boolean;
  /** Level of a voiced frame of speech, dB over all bands; null for any other frame. */
  voice: number | null;
  /** Sound that may turn out to be speech within {@link UNVOICED} frames. */
  isOpen: boolean;
  /** Number of previous frames that also count as speech, now that a voice was detected. */
  since: number;
  /** Number of previous frames that were reported as speech but aren't. */
  retracted: number;
  /** Recent level of the voice above the noise, dB as {@link excessOver}: 15 is a quiet room. */
  contrast: number;
};

/**
 * Returns a voice activity detector, called frame by frame. A sound that contains a voice is speech in its whole extent; its
 * level is relative to a floor by minimum statistics (Martin 2001), which restarts after a long unvoiced sound.
 */
export function liveVoiceActivity(voiceLevel: number | null = null): (frame: LiveFrame) => Activity {
  const least = voiceLevel === null ? Number.NEGATIVE_INFINITY : voiceLevel - FAR_DB;
  const smooth = new Float32Array(MEL_BANDS);
  const slow = new Float32Array(MEL_BANDS);
  const minima = new Float32Array(PARTS * MEL_BANDS).fill(Number.POSITIVE_INFINITY);
  const floor = new Float32Array(MEL_BANDS);
  const voices: number[] = [];
  const shapes: Float32Array[] = [];
  let frame = 0;
  let loudest = 0;
  let speech = false;
  let hasHeard = false;
  /** Frames of continuous sound, and those since its last voice. */
  let sounding = 0;
  let unvoiced = 0;
  let spoken = 0;

  function follow(mel: Float32Array): void {
    const part = Math.floor(frame / PART_FRAMES) % PARTS;
    if (frame % PART_FRAMES === 0)
      minima.fill(Number.POSITIVE_INFINITY, part * MEL_BANDS, (part + 1) * MEL_BANDS);
    for (let band = 0; band < MEL_BANDS; band++) {
      const level = mel[band] as number;
      approach(smooth, band, level, Math.max(SMOOTHING, 1 / (frame + 1)));
      approach(slow, band, level, Math.max(FLOOR_SMOOTHING, 1 / (frame + 1)));
      const at = part * MEL_BANDS + band;
      minima[at] = Math.min(minima[at] as number, slow[band] as number);
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < PARTS; i++) least = Math.min(least, minima[i * MEL_BANDS + band] as number);
      floor[band] = least + MINIMUM_BIAS_DB;
    }
    frame++;
  }

  function restartFloor(): void {
    minima.fill(Number.POSITIVE_INFINITY);
    const part = Math.floor(frame / PART_FRAMES) % PARTS;
    minima.set(slow, part * MEL_BANDS);
    sounding = 0;
    loudest = 0;
  }

  function isSteady(): boolean {
    const last = voices.slice(-STEADY);
    const pitches = last.filter((hz) => hz > 0).sort((a, b) => a - b);
    if (last.length < STEADY || pitches.length < 0.8 * STEADY) return false;
    const at = (share: number) => pitches[Math.floor(share * (pitches.length - 1))] as number;
    if (1200 * Math.log2(at(0.9) / at(0.1)) > STEADY_CENTS) return false;
    const [before, now] = [shapes.at(-STEADY / 2), shapes.at(-1)] as [Float32Array, Float32Array];
    const squares = now.reduce((sum, level, band) => sum + (level - (before[band] as number)) ** 2, 0);
    return Math.sqrt(squares / MEL_BANDS) < STEADY_DB;
  }

  let skipped = 0;
  return ({ mel, hz, aperiodicity }) => {
    const quiet = { speech: false, voice: null, isOpen: false, since: 0, retracted: 0, contrast: loudest };
    if (skipped++ < HEAD || mel.every((level) => level < DIGITAL_SILENCE_DB)) return quiet;
    follow(mel);
    const excess = excessOver(floor, smooth);
    const start = (hasHeard ? AGAIN : 1) * Math.max(START_DB, START_SHARE * loudest);
    const stop = Math.max(STOP_DB, STOP_SHARE * loudest);
    const isSound = excess > (speech ? stop : start);
    sounding = isSound ? sounding + 1 : 0;
    const level = levelOf(mel);
    const isVoiced = excess > stop && aperiodicity < VOICED && level > least;
    voices.push(isVoiced ? hz : 0);
    shapes.push(shapeOf(smooth));
    if (voices.length > STEADY) {
      voices.shift();
      shapes.shift();
    }
    unvoiced = isVoiced ? 0 : unvoiced + 1;
    const wasSpeech = speech;
    const recent = voices.slice(-ANCHOR_REACH).filter((pitch) => pitch > 0).length;
    if (speech) speech = isSound && unvoiced <= UNVOICED;
    else speech = sounding >= ANCHOR && recent >= ANCHOR;
    if (speech && isSteady()) {
      const retracted = Math.min(spoken, STEADY + ANCHOR);
      speech = false;
      spoken = 0;
      restartFloor();
      return { ...quiet, retracted };
    }
    if (speech) loudest = Math.max(excess, loudest - FORGETTING);
    else loudest = Math.max(0, loudest - FORGETTING);
    const since = speech && !wasSpeech ? Math.min(sounding - 1, UNVOICED) : 0;
    spoken = speech ? spoken + 1 + since : 0;
    hasHeard ||= speech;
    const isOpen = !speech && sounding > 0 && sounding <= UNVOICED;
    if (!speech && sounding > RISEN) restartFloor();
    return {
      speech,
      voice: speech && isVoiced ? level : null,
      isOpen,
      since,
      retracted: 0,
      contrast: loudest,
    };
  };
}

/** Returns dB over all bands. */
export const levelOf = (mel: Float32Array): number =>
  10 * Math.log10(mel.reduce((sum, level) => sum + 10 ** (level / 10), 0));

function shapeOf(levels: Float32Array): Float32Array {
  const mean = levels.reduce((sum, level) => sum + level, 0) / MEL_BANDS;
  return levels.map((level) => level - mean);
}

function approach(levels: Float32Array, band: number, level: number, share: number): void {
  const before = levels[band] as number;
  levels[band] = before + share * (level - before);
}
