import { scoreStretch } from '@sayback/speech';
import { type Cue, type WrittenFormat, writeSubtitles } from '@sayback/subtitles';
import {
  checkSrt,
  cleanText,
  convertToSrt,
  countCues,
} from '../features/candidates/versions/version-texts.ts';
import { alignCues } from '../features/subtitles/alignment/align-cues.ts';
import { fitToProfile } from '../features/subtitles/cuts/fit-to-profile.ts';
import { writeCollection } from '../features/subtitles/downloads/anki-collection.ts';
import { readTable, writeCsv, writeCueCsv, writeTsv } from '../features/subtitles/downloads/segment-table.ts';
import { findMatches } from '../features/subtitles/regex/find-matches.ts';
import { fitToSound } from '../features/subtitles/sound-times/fit-to-sound.ts';
import { readSubtitle, readText } from '../features/subtitles/tracks/read-subtitle.ts';
import { profileStretch } from '../features/videos/speech/profile-stretch.ts';
import { readCaptions } from '../platform/captions/read-captions.ts';

type CuesToWrite = { cues: Cue[]; format: WrittenFormat; language?: string };

/** Tasks for worker threads, by name. Each takes one argument and returns a value that can be cloned. */
export const tasks = {
  alignCues,
  checkSrt,
  cleanText,
  convertToSrt,
  countCues,
  findMatches,
  fitToProfile,
  fitToSound,
  profileStretch,
  readCaptions,
  readSubtitle,
  readTable,
  readText,
  scoreStretch,
  writeCollection,
  writeCsv,
  writeCueCsv,
  writeCues: ({ format, ...writable }: CuesToWrite): string => writeSubtitles(format, writable),
  writeTsv,
};

export type Tasks = typeof tasks;

/** Default deadline. The largest file takes 2 s of CPU time. */
export const DEADLINE_MS = 30_000;
/** Aligning 10,000 cues with 10,000 takes 2 s, processing a section of audio 4 s; on a busy machine, several times as long. */
export const DEADLINES_MS: Partial<Record<keyof Tasks, number>> = {
  alignCues: 120_000,
  fitToProfile: 120_000,
  fitToSound: 120_000,
  profileStretch: 120_000,
  scoreStretch: 120_000,
  writeCollection: 120_000,
};
