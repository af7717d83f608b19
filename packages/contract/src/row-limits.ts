import type { RowLimit } from './limits.ts';

const of = <const Name extends string>(name: Name, per: RowLimit['per'], max: number) =>
  ({ name, per, max, beyond: 'conflict' }) as const;

/** Row limits for items that people create one by one. Above the limit, the call gets a 409 until some are deleted. */
export const ROWS = {
  videos: of('videos', ['installation'], 50_000),
  candidates: of('candidates', ['installation'], 200_000),
  invitations: of('invitations', ['installation'], 500),
  regex_patterns: of('regex_patterns', ['installation'], 500),
  saved_searches: of('saved_searches', ['installation'], 200),
  glossary_terms: of('glossary_terms', ['language'], 5000),
  stored_files: of('stored_files', ['subtitle'], 1000),
  revisions: of('revisions', ['subtitle'], 1000),
  /** The cues of two files. */
  segments: of('segments', ['alignment'], 200_000),
  passkeys: of('passkeys', ['account'], 20),
  /** Jobs that haven't ended. */
  jobs: of('jobs', ['account'], 100),
};
