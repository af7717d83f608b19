import type { candidates } from '@sayback/contract';
import { languageOf } from '@sayback/subtitles';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, badField, notFound } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { LANGUAGES } from '../../languages/index.ts';
import { alignSubtitle, uploadSubtitle } from '../../subtitles/index.ts';
import { videoStore, videos } from '../../videos/index.ts';
import { type CandidateRow, candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import type { Parts } from '../deps.ts';
import { type VersionRow, versionStore } from '../versions/version-store.ts';

type Publication = z.output<typeof candidates.publishCandidate.body>;
type Version = VersionRow & { spoken: string };

const CODES = LANGUAGES.map(({ code }) => code);

/** The language that a subtitle of YouTube is in, as videos name it. Throws a 400 on the field for one that isn't known. */
export function knownLanguageOf(
  field: string,
  { language, version_key }: Pick<VersionRow, 'language' | 'version_key'>,
): string {
  const known = languageOf(language, CODES);
  if (known === null) throw badField(field, message('candidates.unknownLanguage', { version: version_key }));
  return known;
}

async function readVersion(db: Database, id: number, field: string, key: string): Promise<Version> {
  const version = await versionStore(db).find(id, key);
  if (!version) throw badField(field, message('candidates.noVersionNamed', { version: key }));
  return { ...version, spoken: knownLanguageOf(field, version) };
}

/** The versions that become subtitles: a video has one a language. Throws a 400 on the field. */
async function readVersions(db: Database, id: number, { original, targets }: Publication) {
  const spoken = await readVersion(db, id, 'original', original);
  const taken = new Set([spoken.spoken]);
  const others: Version[] = [];
  for (const key of targets) {
    const target = await readVersion(db, id, 'targets', key);
    if (taken.has(target.spoken)) {
      throw badField('targets', message('candidates.languageChosenAlready', { version: key }));
    }
    taken.add(target.spoken);
    others.push(target);
  }
  return { original: spoken, targets: others };
}

const alreadyThere = (video_id: number) =>
  new AppError('conflict', 'candidates.videoExists', { extra: { video_id } });

/** Throws a 409 for a candidate that isn't approved, and where its video is there. */
async function checkPublishable(db: Database, candidate: CandidateRow): Promise<void> {
  if (candidate.video_id !== null) throw alreadyThere(candidate.video_id);
  if (candidate.review_status !== 'approved') {
    throw new AppError('conflict', 'candidates.notApproved');
  }
  const [video] = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.youtube_id, candidate.youtube_id), isNull(videos.trashed_at)))
    .limit(1);
  if (video) throw alreadyThere(video.id);
}

/** The file that a version would be. */
const fileOf = ({ version_key, format, content }: VersionRow, youtubeId: string) => ({
  name: `${youtubeId}.${version_key}.${format}`,
  bytes: Buffer.from(content),
});

/**
 * Makes an approved candidate a video: a draft with these versions as its subtitles, each target aligned; the candidate is
 * processed then. All of it or nothing. Answers the video's id. Throws 400, 404 and 409.
 */
export function publishCandidate(
  { db, engine }: Pick<Parts, 'db' | 'engine'>,
  id: number,
  publication: Publication,
  viewer: { id: number },
): Promise<number> {
  return db.transaction(async (transaction) => {
    const store = candidateStore(transaction);
    const candidate = await store.lock(id);
    if (!candidate) throw notFound(NO_CANDIDATE);
    await checkPublishable(transaction, candidate);
    const { original, targets } = await readVersions(transaction, id, publication);
    const video = await videoStore(transaction).add({
      title: publication.title ?? candidate.title,
      description: publication.description ?? candidate.description,
      youtube_id: candidate.youtube_id,
      original_language: original.spoken,
      country: null,
      published: false,
    });
    const within = { db: transaction, engine };
    const upload = (version: Version) =>
      uploadSubtitle(within, {
        videoId: video.id,
        language: version.spoken,
        file: fileOf(version, candidate.youtube_id),
        createdBy: viewer.id,
      });
    await upload(original);
    for (const target of targets) await alignSubtitle(within, (await upload(target)).id, viewer.id);
    await store.change(id, { review_status: 'processed', video_id: video.id });
    return video.id;
  });
}
