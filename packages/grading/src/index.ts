export { type Grade, type GradedToken, type GradeOptions, grade, type Verdict } from './grade.ts';
export type { TokenLevel } from './levels.ts';
export { unspokenSpans } from './unspoken.ts';
