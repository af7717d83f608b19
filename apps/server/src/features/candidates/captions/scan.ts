import { storeMessages } from '../../../messages/stored-messages.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import { candidateStore } from '../candidate-store.ts';
import type { Deps } from '../deps.ts';
import { singleFlight } from '../single-flight.ts';
import type { AvailableSubtitle } from '../tables.ts';

/** Lists a candidate's subtitles on YouTube, and stores the list. Throws a `CaptionError`, or the signal's reason. */
export type Scan = (
  candidate: { id: number; youtube_id: string },
  signal: AbortSignal,
) => Promise<AvailableSubtitle[]>;

/** Creates the function that scans candidates. Concurrent calls for the same candidate share one scan. */
export function createScan({ db, captions }: Pick<Deps, 'db' | 'captions'>): Scan {
  const store = candidateStore(db);
  const shareScan = singleFlight<AvailableSubtitle[]>();

  async function scan({ id, youtube_id }: Parameters<Scan>[0], signal: AbortSignal) {
    await store.startScan(id);
    try {
      const tracks = await captions.listTracks(youtube_id, signal);
      const available = tracks.map(({ language, kind, name, version_key }) => ({
        language,
        kind,
        ...(name !== undefined && { name }),
        version_key,
      }));
      await store.saveScan(id, available);
      return available;
    } catch (error) {
      if (error instanceof CaptionError && error.kind === 'no-captions') {
        await store.saveScan(id, []);
        return [];
      }
      if (error instanceof CaptionError && !signal.aborted)
        await store.failScan(id, storeMessages(error.userMessage));
      else await store.resetScan(id);
      throw error;
    }
  }

  return (candidate, signal) => shareScan(String(candidate.id), signal, () => scan(candidate, signal));
}
