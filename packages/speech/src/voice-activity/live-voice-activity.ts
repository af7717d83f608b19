import type { LiveFrame } from '../frames/live-frames.ts';
import { MEL_BANDS } from '../frames/mel.ts';
import { computeFrameSnr } from './snr.ts';

/** Number of frames to skip at the start of a recording: zeros, a fade-in, the click of a switch. */
export const SKIPPED_FRAMES = 25;
// The floor is the minimum of the smoothed level over the last 1.6 s, stored in eight parts.
const FLOOR_PARTS = 8;
const PART_FRAMES = 20;
const SMOOTHING = 0.3;
const FLOOR_SMOOTHING = 0.08;
// Distance of the minimum of smoothed noise below its mean.
const MINIMUM_BIAS_DB = 2.5;
/** Level below any microphone's noise, dB. */
const DIGITAL_SILENCE_DB = -105;
// Hysteresis: speech starts above the first threshold (dB) and ends below the second. Both rise with a loud voice.
const START_DB = 2.5;
const STOP_DB = 1.2;
const START_SHARE = 0.3;
const STOP_SHARE = 0.12;
/** Factor on the start threshold after the first voice was detected, since noise alone is below 0 dB. */
const RESTART_FACTOR = 0.6;
/** Decay of the voice's level, dB per frame. */
const DECAY_DB = 0.01;

/** Aperiodicity below which a frame is voiced. */
const MAX_VOICED_APERIODICITY = 0.3;
/** Minimum number of voiced frames within the window for speech. A click, a scrape or a rush of air has none. */
const MIN_VOICED_FRAMES = 6;
const VOICED_WINDOW = 12;
/** Maximum number of consecutive unvoiced frames in speech: no fricative is longer. */
const MAX_UNVOICED_FRAMES = 30;
/** Number of unvoiced frames after which the room is assumed to be louder, and the floor is reset. */
const MAX_UNVOICED_SOUND = 50;
/** A hum: number of frames for which its pitch (cents) and its spectrum (dB over the bands) are steady. */
const STEADY_FRAMES = 40;
const STEADY_CENTS = 35;
const STEADY_DB = 3;

/** A voice that is more than this many dB below the learner's level is assumed to be somebody else's. */
const MAX_BELOW_LEARNER_DB = 14;

type Activity = {
  speech: boolean;
  /** Level of a voiced frame of speech, dB over all bands; null for any other frame. */
  voiceLevel: number | null;
  /** True for sound that may turn out to be speech within {@link MAX_UNVOICED_FRAMES} frames. */
  isMaybeSpeech: boolean;
  /** Number of previous frames that also count as speech, now that a voice was detected. */
  earlierFrames: number;
  /** Number of previous frames that were reported as speech by mistake. */
  retracted: number;
  /** Recent level of the voice above the noise, dB, see {@link computeFrameSnr}: 15 is a quiet room. */
  contrast: number;
};

/**
 * Returns a voice activity detector, called frame by frame. A continuous sound that contains a voice counts as speech as a whole.
 * Measures levels relative to a noise floor by minimum statistics (Martin 2001), which is reset after a long unvoiced sound.
 */
export function createVoiceDetector(voiceLevel: number | null = null): (frame: LiveFrame) => Activity {
  const minVoiceLevel = voiceLevel === null ? Number.NEGATIVE_INFINITY : voiceLevel - MAX_BELOW_LEARNER_DB;
  const smoothed = new Float32Array(MEL_BANDS);
  const slowlySmoothed = new Float32Array(MEL_BANDS);
  const minima = new Float32Array(FLOOR_PARTS * MEL_BANDS).fill(Number.POSITIVE_INFINITY);
  const floor = new Float32Array(MEL_BANDS);
  const pitches: number[] = [];
  const spectra: Float32Array[] = [];
  let frame = 0;
  let voiceSnr = 0;
  let speech = false;
  let hasDetectedSpeech = false;
  /** Number of frames since the start of the continuous sound, and since its last voiced frame. */
  let soundFrames = 0;
  let unvoicedFrames = 0;
  let speechFrames = 0;

  function updateFloor(mel: Float32Array): void {
    const part = Math.floor(frame / PART_FRAMES) % FLOOR_PARTS;
    if (frame % PART_FRAMES === 0)
      minima.fill(Number.POSITIVE_INFINITY, part * MEL_BANDS, (part + 1) * MEL_BANDS);
    for (let band = 0; band < MEL_BANDS; band++) {
      const level = mel[band] as number;
      approach(smoothed, band, level, Math.max(SMOOTHING, 1 / (frame + 1)));
      approach(slowlySmoothed, band, level, Math.max(FLOOR_SMOOTHING, 1 / (frame + 1)));
      const index = part * MEL_BANDS + band;
      minima[index] = Math.min(minima[index] as number, slowlySmoothed[band] as number);
      let minVoiceLevel = Number.POSITIVE_INFINITY;
      for (let i = 0; i < FLOOR_PARTS; i++)
        minVoiceLevel = Math.min(minVoiceLevel, minima[i * MEL_BANDS + band] as number);
      floor[band] = minVoiceLevel + MINIMUM_BIAS_DB;
    }
    frame++;
  }

  function restartFloor(): void {
    minima.fill(Number.POSITIVE_INFINITY);
    const part = Math.floor(frame / PART_FRAMES) % FLOOR_PARTS;
    minima.set(slowlySmoothed, part * MEL_BANDS);
    soundFrames = 0;
    voiceSnr = 0;
  }

  function isSteady(): boolean {
    const recentPitches = pitches.slice(-STEADY_FRAMES);
    const sortedPitches = recentPitches.filter((hz) => hz > 0).sort((a, b) => a - b);
    if (recentPitches.length < STEADY_FRAMES || sortedPitches.length < 0.8 * STEADY_FRAMES) return false;
    const quantile = (fraction: number) =>
      sortedPitches[Math.floor(fraction * (sortedPitches.length - 1))] as number;
    if (1200 * Math.log2(quantile(0.9) / quantile(0.1)) > STEADY_CENTS) return false;
    const [previous, current] = [spectra.at(-STEADY_FRAMES / 2), spectra.at(-1)] as [
      Float32Array,
      Float32Array,
    ];
    const squares = current.reduce((sum, level, band) => sum + (level - (previous[band] as number)) ** 2, 0);
    return Math.sqrt(squares / MEL_BANDS) < STEADY_DB;
  }

  let frameCount = 0;
  return ({ mel, hz, aperiodicity }) => {
    const noSpeech = {
      speech: false,
      voiceLevel: null,
      isMaybeSpeech: false,
      earlierFrames: 0,
      retracted: 0,
      contrast: voiceSnr,
    };
    if (frameCount++ < SKIPPED_FRAMES || mel.every((level) => level < DIGITAL_SILENCE_DB)) return noSpeech;
    updateFloor(mel);
    const snr = computeFrameSnr(floor, smoothed);
    const start = (hasDetectedSpeech ? RESTART_FACTOR : 1) * Math.max(START_DB, START_SHARE * voiceSnr);
    const stop = Math.max(STOP_DB, STOP_SHARE * voiceSnr);
    const isSound = snr > (speech ? stop : start);
    soundFrames = isSound ? soundFrames + 1 : 0;
    const level = measureLevel(mel);
    const isVoiced = snr > stop && aperiodicity < MAX_VOICED_APERIODICITY && level > minVoiceLevel;
    pitches.push(isVoiced ? hz : 0);
    spectra.push(centreSpectrum(smoothed));
    if (pitches.length > STEADY_FRAMES) {
      pitches.shift();
      spectra.shift();
    }
    unvoicedFrames = isVoiced ? 0 : unvoicedFrames + 1;
    const wasSpeech = speech;
    const voicedCount = pitches.slice(-VOICED_WINDOW).filter((pitch) => pitch > 0).length;
    if (speech) speech = isSound && unvoicedFrames <= MAX_UNVOICED_FRAMES;
    else speech = soundFrames >= MIN_VOICED_FRAMES && voicedCount >= MIN_VOICED_FRAMES;
    if (speech && isSteady()) {
      const retracted = Math.min(speechFrames, STEADY_FRAMES + MIN_VOICED_FRAMES);
      speech = false;
      speechFrames = 0;
      restartFloor();
      return { ...noSpeech, retracted };
    }
    if (speech) voiceSnr = Math.max(snr, voiceSnr - DECAY_DB);
    else voiceSnr = Math.max(0, voiceSnr - DECAY_DB);
    const earlierFrames = speech && !wasSpeech ? Math.min(soundFrames - 1, MAX_UNVOICED_FRAMES) : 0;
    speechFrames = speech ? speechFrames + 1 + earlierFrames : 0;
    hasDetectedSpeech ||= speech;
    const isMaybeSpeech = !speech && soundFrames > 0 && soundFrames <= MAX_UNVOICED_FRAMES;
    if (!speech && soundFrames > MAX_UNVOICED_SOUND) restartFloor();
    return {
      speech,
      voiceLevel: speech && isVoiced ? level : null,
      isMaybeSpeech,
      earlierFrames,
      retracted: 0,
      contrast: voiceSnr,
    };
  };
}

/** Returns the total level over all bands, in dB. */
export const measureLevel = (mel: Float32Array): number =>
  10 * Math.log10(mel.reduce((sum, level) => sum + 10 ** (level / 10), 0));

function centreSpectrum(levels: Float32Array): Float32Array {
  const mean = levels.reduce((sum, level) => sum + level, 0) / MEL_BANDS;
  return levels.map((level) => level - mean);
}

function approach(levels: Float32Array, band: number, level: number, rate: number): void {
  const before = levels[band] as number;
  levels[band] = before + rate * (level - before);
}
