export { analyse, type SpeechFrames } from './analyse.ts';
export { analyseTake } from './analyse-take.ts';
export { type Hint, LIMITS } from './compare/choose-hint.ts';
export {
  type CompareOptions,
  type Comparison,
  compare,
  spokenSeconds,
} from './compare/compare.ts';
export { findLeftOut } from './compare/left-out.ts';
export { type FittedCut, fitCuts, type LineTimes } from './cuts/fit-cuts.ts';
export { align } from './dtw/dtw.ts';
export { computeFeatures, type Features } from './dtw/features.ts';
export { timeMap } from './dtw/time-map.ts';
export { listenToTurn, type TurnOptions, type TurnState } from './end-of-turn/end-of-turn.ts';
export { FRAMES_PER_SECOND, HOP, SAMPLE_RATE } from './frames/framing.ts';
export { computeLoudness } from './frames/loudness.ts';
export { createResampler } from './frames/resample.ts';
export { type Stretch, splitStretches, toSamples } from './frames/stretches.ts';
export { computePitch } from './pitch/pitch.ts';
export { pitchRange, toSemitones } from './pitch/semitones.ts';
export { BYTES_PER_FRAME, decodeProfile, encodeProfile } from './profile/line-profile.ts';
export { fitTimes, type SoundTimes } from './sound-times/fit-times.ts';
export {
  SCORE_RATE,
  SCORE_STRETCHES,
  scoreStretch,
} from './sound-times/speech-score.ts';
export { findSyllableNuclei } from './syllables/syllable-nuclei.ts';
export { findPauses, type Pause } from './voice-activity/pauses.ts';
export { movingAverage } from './voice-activity/snr.ts';
export { type WordTime, wordsIn, wordTimes } from './words/word-times.ts';
