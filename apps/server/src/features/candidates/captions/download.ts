import { findVersion, modernCode } from '@sayback/subtitles';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import type { Deps } from '../deps.ts';
import { singleFlight } from '../single-flight.ts';
import type { AvailableSubtitle } from '../tables.ts';
import { versionStore } from '../versions/version-store.ts';

const primaryLanguage = (code: string) => (modernCode(code).split('-')[0] ?? '').toLowerCase();

/**
 * Chooses the subtitles to download: the one requested by language or version key, otherwise all manual ones and the automatic
 * one in the candidate's language if there is no manual one.
 */
export function chooseTracks(
  available: readonly AvailableSubtitle[],
  language: string,
  requested: string | undefined,
): AvailableSubtitle[] {
  if (requested !== undefined) {
    const version = findVersion(available, requested);
    return version ? [version] : [];
  }
  const isInLanguage = (track: AvailableSubtitle) =>
    primaryLanguage(track.language) === primaryLanguage(language);
  const manual = available.filter(({ kind }) => kind === 'manual');
  if (manual.some(isInLanguage)) return manual;
  const auto = available.find((track) => track.kind === 'auto' && isInLanguage(track));
  return auto ? [...manual, auto] : manual;
}

/** Downloads one subtitle of a candidate and stores it. Throws a `CaptionError`, or the signal's reason. */
export type Download = (
  candidate: { id: number; youtube_id: string },
  track: AvailableSubtitle,
  signal: AbortSignal,
) => Promise<void>;

/** Creates the function that downloads subtitles. Concurrent calls for the same subtitle share one download. */
export function createDownload({ db, captions, engine }: Pick<Deps, 'db' | 'captions' | 'engine'>): Download {
  const shareDownload = singleFlight<void>();

  return ({ id, youtube_id }, track, signal) =>
    shareDownload(`${id} ${track.version_key}`, signal, async () => {
      const content = await captions.fetchTrack(youtube_id, track, signal);
      const cue_count = await engine.run('countCues', content);
      if (cue_count === 0) throw new CaptionError('bad-payload', { details: 'no cues' });
      const { version_key, language } = track;
      await versionStore(db).put(id, { version_key, language, content, cue_count });
    });
}
