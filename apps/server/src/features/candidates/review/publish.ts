import type { candidates } from '@sayback/contract';
import { findLanguage } from '@sayback/subtitles';
import type { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, badField, mustExist } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { LANGUAGES } from '../../languages/index.ts';
import { alignTracks, parseCues, putAlignment, putSubtitle, readUpload } from '../../subtitles/index.ts';
import { requireNewYouTubeId, videoStore } from '../../videos/index.ts';
import { type CandidateRow, candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import type { Deps } from '../deps.ts';
import { type VersionRow, versionStore } from '../versions/version-store.ts';

type Publication = z.output<typeof candidates.publishCandidate.body>;
/** `languageCode`: the code of the version's language in our list. */
type Version = VersionRow & { languageCode: string };

const CODES = LANGUAGES.map(({ code }) => code);

/** Converts a YouTube language to a code in our list. Throws a 400 on the field if it is unknown. */
export function requireLanguage(
  field: string,
  { language, version_key }: Pick<VersionRow, 'language' | 'version_key'>,
): string {
  const code = findLanguage(language, CODES);
  if (code === null) throw badField(field, message('candidates.unknownLanguage', { version: version_key }));
  return code;
}

async function readVersion(db: Database, id: number, field: string, key: string): Promise<Version> {
  const version = await versionStore(db).find(id, key);
  if (!version) throw badField(field, message('candidates.noVersionNamed', { version: key }));
  return { ...version, languageCode: requireLanguage(field, version) };
}

/** Reads the versions to publish, one per language. Throws a 400 on the field. */
async function readVersions(db: Database, id: number, { original, targets }: Publication) {
  const originalVersion = await readVersion(db, id, 'original', original);
  const languages = new Set([originalVersion.languageCode]);
  const targetVersions: Version[] = [];
  for (const key of targets) {
    const target = await readVersion(db, id, 'targets', key);
    if (languages.has(target.languageCode)) {
      throw badField('targets', message('candidates.languageChosenAlready', { version: key }));
    }
    languages.add(target.languageCode);
    targetVersions.push(target);
  }
  return { original: originalVersion, targets: targetVersions };
}

/** Throws a 409 for a candidate that isn't approved, or whose video exists. */
async function checkPublishable(db: Database, candidate: CandidateRow): Promise<void> {
  if (candidate.video_id !== null) {
    throw new AppError('conflict', 'videos.youTubeIdTaken', { extra: { video_id: candidate.video_id } });
  }
  if (candidate.review_status !== 'approved') {
    throw new AppError('conflict', 'candidates.notApproved');
  }
  await requireNewYouTubeId(db, candidate.youtube_id);
}

const readVersionFile = (
  engine: Engine,
  { version_key, format, content, languageCode }: Version,
  youtubeId: string,
) =>
  readUpload(engine, {
    language: languageCode,
    file: { name: `${youtubeId}.${version_key}.${format}`, bytes: Buffer.from(content) },
  });

/** Reads the versions and aligns each target with the original. Takes seconds, so no lock is held. */
async function prepareFiles(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  candidate: CandidateRow,
  publication: Publication,
) {
  const versions = await readVersions(db, candidate.id, publication);
  const original = await readVersionFile(engine, versions.original, candidate.youtube_id);
  const originalTrack = { language: original.language, cues: parseCues(original) };
  const targets = [];
  for (const version of versions.targets) {
    const file = await readVersionFile(engine, version, candidate.youtube_id);
    const track = { language: file.language, cues: parseCues(file) };
    targets.push({ file, aligned: await alignTracks(engine, originalTrack, track) });
  }
  return { original, targets };
}

/**
 * Publishes an approved candidate as a draft video with these versions as its subtitles, each target aligned, and marks the
 * candidate 'processed', in one transaction. Returns the video's id, and the number of cues left out, if any. Throws a 400, a
 * 404 and a 409.
 */
export async function publishCandidate(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  id: number,
  publication: Publication,
  viewer: { id: number },
): Promise<{ video_id: number; left_out?: number }> {
  const candidate = mustExist(await candidateStore(db).find(id), NO_CANDIDATE);
  await checkPublishable(db, candidate);
  const { original, targets } = await prepareFiles({ db, engine }, candidate, publication);

  return db.transaction(async (transaction) => {
    const store = candidateStore(transaction);
    const candidate = mustExist(await store.lock(id), NO_CANDIDATE);
    await checkPublishable(transaction, candidate);
    const video = await videoStore(transaction).add({
      title: publication.title ?? candidate.title,
      description: publication.description ?? candidate.description,
      youtube_id: candidate.youtube_id,
      original_language: original.language,
      country: null,
      published: false,
    });
    const originalSubtitle = await putSubtitle(transaction, video.id, original, viewer.id);
    for (const { file, aligned } of targets) {
      const target = await putSubtitle(transaction, video.id, file, viewer.id);
      await putAlignment(transaction, originalSubtitle, target.id, aligned.rows, viewer.id);
    }
    await store.change(id, { review_status: 'processed', video_id: video.id });
    const leftOut = targets.reduce((sum, { aligned }) => sum + aligned.leftOut, 0);
    return { video_id: video.id, ...(leftOut > 0 && { left_out: leftOut }) };
  });
}
