import type { Cue } from '@sayback/subtitles';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The cues whose text holds what is wanted, whatever the case and the accents; all of them for nothing. */
export function findCues(cues: readonly Cue[], wanted: string): readonly Cue[] {
  const part = plain(wanted.trim());
  return part === '' ? cues : cues.filter(({ text }) => plain(text).includes(part));
}
