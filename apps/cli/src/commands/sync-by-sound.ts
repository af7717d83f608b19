import {
  fitTimes,
  SCORE_RATE,
  SCORE_STRETCHES,
  type SoundTimes,
  scoreStretch,
  splitStretches,
} from '@sayback/speech';
import { applyBySound, type Cue, type Retimed, spokenCues } from '@sayback/subtitles';
import { readSound } from '../media-sound.ts';
import { showStep } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export type BySound = Retimed & { changed: boolean } & Pick<SoundTimes, 'certainty' | 'isSure'>;

/**
 * Synchronises cues with the speech in a film. Returns undefined if no audio could be read, and null if the audio doesn't show
 * where the cues belong.
 */
export async function syncBySound(
  terminal: Terminal,
  media: string,
  cues: readonly Cue[],
): Promise<BySound | null | undefined> {
  const parts: Uint8Array[] = [];
  for await (const stretch of splitStretches(readSound(terminal, media, SCORE_RATE), SCORE_STRETCHES)) {
    showStep(terminal, `minute ${parts.length + 1}`);
    parts.push(scoreStretch(stretch));
  }
  showStep(terminal, '');
  if (parts.length === 0) return undefined;
  const times = fitTimes(Buffer.concat(parts), spokenCues(cues));
  return times && { ...applyBySound(cues, times), certainty: times.certainty, isSure: times.isSure };
}
