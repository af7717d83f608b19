import { PROBLEM_TEXTS, TIME_REASONS } from '@sayback/subtitles';

export const problems = { problems: PROBLEM_TEXTS, timeReasons: TIME_REASONS } as const;
