import { AppError } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import { firstStored, storeMessages } from '../../../messages/stored-messages.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import type { JobKind, Work } from '../../jobs/index.ts';
import { type CandidateRow, candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import { DOWNLOAD } from '../job-kinds.ts';
import type { AvailableSubtitle } from '../tables.ts';
import { chooseTracks, type Download } from './download.ts';
import type { Scan } from './scan.ts';
import { defineWork, workFailure } from './work-failure.ts';

type Payload = { id: number; language?: string | undefined };
type Result = { success: true; downloaded: string[]; failed: Record<string, string> };

const subtitleNotFoundError = (language: string | undefined) =>
  workFailure(
    'conflict',
    language === undefined ? 'captions.no-captions' : message('candidates.notOnYouTube', { language }),
  );

/** Returns true for an error that would also fail the remaining downloads. */
const affectsAll = ({ kind }: CaptionError) =>
  ['bot-blocked', 'not-installed', 'rate-limited', 'not-found', 'private'].includes(kind);

const summarize = (failed: Record<string, string>): string =>
  storeMessages(
    ...Object.entries(failed).map(([key, reason]) => ({ ...firstStored(reason), within: [key] })),
  );

type Deps = { scan: Scan; download: Download };

/** Downloads tracks one by one. Throws the first error if all failed. */
async function downloadAll(
  { download }: Deps,
  candidate: CandidateRow,
  tracks: readonly AvailableSubtitle[],
  { lastSaved, progress, flush, signal }: Work<Payload>,
): Promise<Result> {
  const earlier = lastSaved.result as Partial<Result> | null;
  const result: Result = { success: true, downloaded: [...(earlier?.downloaded ?? [])], failed: {} };
  let firstError: CaptionError | null = null;
  for (const [index, track] of tracks.entries()) {
    const key = track.version_key;
    if (result.downloaded.includes(key)) continue;
    progress(index, tracks.length, key, { ...result });
    try {
      await download(candidate, track, signal);
      result.downloaded.push(key);
    } catch (error) {
      if (signal.aborted || !(error instanceof CaptionError)) throw error;
      firstError ??= error;
      const failedTracks = affectsAll(error) ? tracks.slice(index) : [track];
      for (const { version_key } of failedTracks)
        result.failed[version_key] = storeMessages(error.userMessage);
      if (affectsAll(error)) break;
    }
    progress(index + 1, tracks.length, '', { ...result });
    await flush();
  }
  if (firstError && result.downloaded.length === 0) throw firstError;
  return result;
}

/** Creates the job that downloads a candidate's subtitles, scanning first if needed. Stores the others if some fail. */
export const downloadJob = (deps: Deps): JobKind =>
  defineWork<Payload>(DOWNLOAD, async (work) => {
    const { db, payload, signal } = work;
    const store = candidateStore(db);
    const candidate = await store.find(payload.id);
    if (!candidate) throw new AppError('not_found', NO_CANDIDATE);
    const available = candidate.available_subtitles ?? (await deps.scan(candidate, signal));
    const tracks = chooseTracks(available, candidate.language, payload.language);
    if (tracks.length === 0) throw subtitleNotFoundError(payload.language);

    await store.startDownload(candidate.id);
    try {
      const result = await downloadAll(deps, candidate, tracks, work);
      await store.endDownload(candidate.id, summarize(result.failed));
      return result;
    } catch (error) {
      if (error instanceof CaptionError && !signal.aborted)
        await store.endDownload(candidate.id, storeMessages(error.userMessage));
      else await store.resetDownload(candidate.id);
      throw error;
    }
  });
