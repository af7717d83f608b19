import { PROBLEM_TEXTS, REGEX_ERRORS_EN, TIME_REASONS } from '@sayback/subtitles';

export const problems = {
  problems: PROBLEM_TEXTS,
  timeReasons: TIME_REASONS,
  regexErrors: REGEX_ERRORS_EN,
} as const;
