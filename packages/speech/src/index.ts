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
export { type Features, featuresOf } from './dtw/features.ts';
export { timeMap } from './dtw/time-map.ts';
export {
  endOfTurn,
  listenToTurn,
  type TurnOptions,
  type TurnState,
} from './end-of-turn/end-of-turn.ts';
export { FRAMES_A_SECOND, HOP, SAMPLE_RATE } from './frames/framing.ts';
export { loudnessOf } from './frames/loudness.ts';
export { resampler } from './frames/resample.ts';
export { type Stretch, stretchesOf, toSamples } from './frames/stretches.ts';
export { pitchOf } from './pitch/pitch.ts';
export { pitchRange, semitonesOf } from './pitch/semitones.ts';
export { BYTES_PER_FRAME, decodeProfile, encodeProfile } from './profile/line-profile.ts';
export { fitTimes, type SoundTimes } from './sound-times/fit-times.ts';
export {
  SCORE_RATE,
  SCORE_STRETCHES,
  scoreStretch,
} from './sound-times/speech-score.ts';
export { syllableNuclei } from './syllables/syllable-nuclei.ts';
export { meanOver } from './voice-activity/excess.ts';
export { type Pause, pausesOf } from './voice-activity/pauses.ts';
export { type WordTime, wordsIn, wordTimes } from './words/word-times.ts';
