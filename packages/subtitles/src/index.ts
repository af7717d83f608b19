export type { AlignedSegment, Alignment } from './align/align.ts';
export { align, alignFiles } from './align/align.ts';
export type { RowWords } from './align/learning/row-words.ts';
export { learnRowWords } from './align/learning/row-words.ts';
export { UNSPACED } from './align/tracks/unspaced.ts';
export { writeAss } from './ass/write-ass.ts';
export type { Warning } from './check/check.ts';
export { check } from './check/check.ts';
export type { FaultWeight, LessonFault, LessonReport, PublishFault } from './check/check-lesson.ts';
export { checkLesson, findFaults, LESSON_FAULTS, toLessonSegment } from './check/check-lesson.ts';
export type { CleanChange, Cleaning, CleanOptions } from './clean/clean.ts';
export { clean } from './clean/clean.ts';
export type { Block, Cue, Reading, Writable, WrittenFormat } from './cues/cue.ts';
export { replaceCharacter, writtenFormats } from './cues/cue.ts';
export { divideLongCues } from './cues/divide-long-cues.ts';
export { PROBLEM_TEXTS, type Problem, problem, TIME_REASONS } from './cues/problem.ts';
export type { CaptionFormat } from './formats.ts';
export { readSubtitles, readYouTubeCaptions, writeSubtitles, writtenFormat } from './formats.ts';
export type { RegexChange, RegexEdit, RegexMatch, Span } from './regex-edit/preview-regex.ts';
export { previewRegex } from './regex-edit/preview-regex.ts';
export type { RegexError } from './regex-edit/regex-error.ts';
export { REGEX_ERRORS_EN } from './regex-edit/regex-errors-en.ts';
export { REGEX_ERRORS_ES } from './regex-edit/regex-errors-es.ts';
export { readSrt } from './srt/read-srt.ts';
export { writeSrt } from './srt/write-srt.ts';
export {
  applyBySound,
  type Edit,
  MIN_TRUST,
  type Pin,
  type Retimed,
  SURE_TRUST,
  type Synchronised,
  setEnd,
  setStart,
  setTimes,
  shiftFrom,
  spokenCues,
  stretch,
  synchronise,
  type Times,
} from './sync.ts';
export { writeTtml } from './ttml/write-ttml.ts';
export type { SourceTrack } from './version-key.ts';
export { findLanguage, findVersion, modernCode, readVersionKey, versionKeys } from './version-key.ts';
export { isVtt, readVtt } from './vtt/read-vtt.ts';
export { writeVtt } from './vtt/write-vtt.ts';
