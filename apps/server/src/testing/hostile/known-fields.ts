import type { Random } from './random.ts';

/** Credentials of the guest that `seed-library` adds, and the password of all users. */
export const GUEST = {
  username: 'guest',
  password: 'correct horse 9',
  refresh: 'a refresh token',
  reset: 'a reset token',
};

/** Practice languages, and values of language fields. */
export const LANGUAGES = ['en', 'es', 'fr', 'pt-BR', 'zh-Hans'];
const VERSION_KEYS = ['en', 'es', 'en-auto'];
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n';
const POSITIONS = ['00:00:01.000', '00:00:02,5', '00:59:59.999', '9999:59:59.999'];

/** Meaningful values by field name, since schemas only say that the fields are strings. */
const SAMPLES: Record<string, readonly string[]> = {
  language: LANGUAGES,
  languages: LANGUAGES,
  original_language: LANGUAGES,
  native_language: LANGUAGES,
  source_language: LANGUAGES,
  target_language: LANGUAGES,
  version_key: VERSION_KEYS,
  version_keys: VERSION_KEYS,
  original: VERSION_KEYS,
  targets: VERSION_KEYS,
  youtube_id: ['dQw4w9WgXcQ', '-_-_-_-_-_-'],
  country: ['US', '', 'es'],
  refresh: [GUEST.refresh],
  token: [GUEST.reset],
  email: ['someone@example.org'],
  password: [GUEST.password],
  current_password: [GUEST.password],
  new_password1: ['another correct horse 9'],
  new_password2: ['another correct horse 9'],
  content: [SRT],
  start_time: POSITIONS,
  end_time: POSITIONS,
  regex: ['o', '(\\w+) (\\w+)', '(?<name>a)|b', '(a+)+$', '['],
  replacement: ['$1', '$<name>', '$$', '$99', ''],
  published_after: ['2020-01-01', '2020-01-01T00:00:00Z', '9999-99-99'],
  published_before: ['2021-01-01', 'soon'],
  subject: ['alignment:1', 'alignment:x'],
  tab: ['a-tab'],
  page: ['1', '2', '999999999'],
  ids: ['1', '1,2,3', '999999999999999'],
  after: ['0', '1', '999999999999999'],
  index: ['0', '1', '999999999'],
  alignment: ['1'],
  start_ms: ['0', '1000', '36000000001'],
  text_hash: ['1', '9007199254740991'],
};

/** Returns a text that a field with this name probably accepts; null for an unknown name. */
export function makeSample(name: string, random: Random): string | null {
  if (name === 'username') return random.chance(0.5) ? GUEST.username : `guest-${random.below(1_000_000)}`;
  const samples = Object.hasOwn(SAMPLES, name) ? SAMPLES[name] : undefined;
  return samples ? random.pick(samples) : null;
}
