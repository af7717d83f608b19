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

const subtitleNotFound = (language: string | undefined) =>
  workFailure(
    'conflict',
    language === undefined ? 'captions.no-captions' : message('candidates.notOnYouTube', { language }),
  );

/** Returns true for an error that would also fail the remaining downloads. */
const failsAll = ({ kind }: CaptionError) =>
  ['bot-blocked', 'not-installed', 'rate-limited', 'not-found', 'private'].includes(kind);

const summarize = (failed: Record<string, string>): string =>
  storeMessages(
    ...Object.entries(failed).map(([key, reason]) => ({ ...firstStored(reason), within: [key] })),
  );

type Steps = { scan: Scan; download: Download };

/** Downloads one after the other. Throws the first failure if all failed. */
async function downloadAll(
  { download }: Steps,
  candidate: CandidateRow,
  tracks: readonly AvailableSubtitle[],
  { before, progress, saved, signal }: Work<Payload>,
): Promise<Result> {
  const earlier = before.result as Partial<Result> | null;
  const result: Result = { success: true, downloaded: [...(earlier?.downloaded ?? [])], failed: {} };
  let first: CaptionError | null = null;
  for (const [at, track] of tracks.entries()) {
    const key = track.version_key;
    if (result.downloaded.includes(key)) continue;
    progress(at, tracks.length, key, { ...result });
    try {
      await download(candidate, track, signal);
      result.downloaded.push(key);
    } catch (error) {
      if (signal.aborted || !(error instanceof CaptionError)) throw error;
      first ??= error;
      const others = failsAll(error) ? tracks.slice(at) : [track];
      for (const { version_key } of others) result.failed[version_key] = storeMessages(error.userMessage);
      if (failsAll(error)) break;
    }
    progress(at + 1, tracks.length, '', { ...result });
    await saved();
  }
  if (first && result.downloaded.length === 0) throw first;
  return result;
}

/** The job that downloads a candidate's subtitles, scanning first if needed. If some fail, the others are stored. */
export const downloadJob = (steps: Steps): JobKind =>
  defineWork<Payload>(DOWNLOAD, async (work) => {
    const { db, payload, signal } = work;
    const store = candidateStore(db);
    const candidate = await store.find(payload.id);
    if (!candidate) throw new AppError('not_found', NO_CANDIDATE);
    const available = candidate.available_subtitles ?? (await steps.scan(candidate, signal));
    const tracks = chooseTracks(available, candidate.language, payload.language);
    if (tracks.length === 0) throw subtitleNotFound(payload.language);

    await store.startDownload(candidate.id);
    try {
      const result = await downloadAll(steps, candidate, tracks, work);
      await store.endDownload(candidate.id, summarize(result.failed));
      return result;
    } catch (error) {
      if (error instanceof CaptionError && !signal.aborted)
        await store.endDownload(candidate.id, storeMessages(error.userMessage));
      else await store.dropDownload(candidate.id);
      throw error;
    }
  });
