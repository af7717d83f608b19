import type { candidates } from '@sayback/contract';
import type { z } from 'zod';
import { AppError, badField, mustExist, notFound } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import { candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import type { Deps } from '../deps.ts';
import { contentDigest } from './content-digest.ts';
import { type VersionRow, versionStore } from './version-store.ts';
import type { CleanedText } from './version-texts.ts';

const NO_VERSION = 'candidates.noVersion';
const VERSION_CHANGED = 'candidates.versionChanged';

export type VersionQuery = { language?: string | undefined; version_key?: string | undefined };
type Cleaning = z.output<typeof candidates.previewCleaning.body>;
type VersionDeps = Pick<Deps, 'db' | 'engine'>;

/** Returns the key of the requested version. Throws a 404 without the candidate, and a 400 if none is named. */
export async function readKey(
  db: Deps['db'],
  id: number,
  { version_key, language }: VersionQuery,
): Promise<string> {
  if (!(await candidateStore(db).find(id))) throw notFound(NO_CANDIDATE);
  const key = version_key ?? language;
  if (key === undefined) throw badField('version_key', 'input.required');
  return key;
}

/** Finds a downloaded version. Throws a 404 if it doesn't exist, and a 400 if none is named. */
async function findVersion(db: Deps['db'], id: number, query: VersionQuery): Promise<VersionRow> {
  return mustExist(await versionStore(db).find(id, await readKey(db, id, query)), NO_VERSION);
}

type Changes = Parameters<ReturnType<typeof versionStore>['change']>[1];

async function saveChanges(db: Deps['db'], version: VersionRow, changes: Changes): Promise<void> {
  if (!(await versionStore(db).change(version, changes))) throw new AppError('conflict', VERSION_CHANGED);
}

/** Converts a version from WebVTT to SRT. Throws a 409 if it is SRT. */
export async function convertVersion(
  { db, engine }: VersionDeps,
  id: number,
  query: VersionQuery,
): Promise<void> {
  const version = await findVersion(db, id, query);
  if (version.format === 'srt') throw new AppError('conflict', 'candidates.alreadySrt');
  const content = await engine.run('convertToSrt', version.content);
  await saveChanges(db, version, {
    ...{ content, format: 'srt', converted_from: 'vtt' },
    cue_count: await engine.run('countCues', content),
  });
}

async function findUncleaned(db: Deps['db'], id: number, query: VersionQuery): Promise<VersionRow> {
  const version = await findVersion(db, id, query);
  if (version.cleaned) throw new AppError('conflict', 'candidates.alreadyCleaned');
  return version;
}

const clean = ({ engine }: VersionDeps, version: VersionRow, cleaning: Cleaning): Promise<CleanedText> =>
  engine.run('cleanText', {
    text: version.content,
    options: {
      language: version.language,
      hearingImpaired: cleaning.remove_hearing_impaired,
      speakerNames: cleaning.remove_speaker_names,
      effects: cleaning.remove_effects,
    },
    refused: cleaning.refused,
  });

function checkRefusedPositions(refused: readonly number[], changes: readonly unknown[]): void {
  if (refused.some((position) => position < 0 || position >= changes.length)) {
    throw badField('refused', 'candidates.unknownChange');
  }
}

/** Previews cleaning. `made`: number of changes without the refused ones. Throws a 409 for a cleaned version. */
export async function previewCleaning(
  deps: VersionDeps,
  id: number,
  cleaning: Cleaning,
): Promise<{ changes: candidates.CleanChange[]; made: number }> {
  const version = await findUncleaned(deps.db, id, cleaning);
  const { changes, made } = await clean(deps, version, cleaning);
  checkRefusedPositions(cleaning.refused, changes);
  return { changes: changes.map((change, position) => ({ position, ...change })), made };
}

/** Cleans a version except for the refused changes. Returns the number of changes. Throws a 409 for a cleaned version. */
export async function cleanVersion(deps: VersionDeps, id: number, cleaning: Cleaning): Promise<number> {
  const version = await findUncleaned(deps.db, id, cleaning);
  const { text, cueCount, changes, made } = await clean(deps, version, cleaning);
  checkRefusedPositions(cleaning.refused, changes);
  if (cueCount === 0) throw new AppError('conflict', 'candidates.nothingLeft');
  await saveChanges(deps.db, version, { content: text, cue_count: cueCount, cleaned: true });
  return made;
}

export async function restoreVersion(
  { db, engine }: VersionDeps,
  id: number,
  query: VersionQuery,
): Promise<void> {
  const version = await findVersion(db, id, query);
  const content = version.downloaded_content;
  await saveChanges(db, version, {
    ...{ content, format: 'vtt', converted_from: null, cleaned: false },
    cue_count: await engine.run('countCues', content),
  });
}

/**
 * Saves the sync editor's text to a version, and returns its digest. Throws a 400 with the line if it isn't SRT, and a 409 if the
 * version's text is neither the one with the digest `base` nor, after a repeated save, `content`.
 */
export async function saveSynced(
  { db, engine }: VersionDeps,
  id: number,
  { language, content, base }: { language: string; content: string; base?: string | undefined },
): Promise<string> {
  const version = await findVersion(db, id, { version_key: language });
  if (content.includes('\0') || !content.isWellFormed()) {
    throw badField('content', 'input.storable');
  }
  const checked = await engine.run('checkSrt', content);
  if ('problem' in checked) {
    throw badField('content', message('candidates.notSrt', { line: checked.line, problem: checked.problem }));
  }
  if (base !== undefined && base !== contentDigest(version.content) && content !== version.content)
    throw new AppError('conflict', VERSION_CHANGED);
  await saveChanges(db, version, {
    ...{ content, format: 'srt', cue_count: checked.cueCount },
    converted_from: version.format === 'vtt' ? 'vtt' : version.converted_from,
  });
  return contentDigest(content);
}

/** Deletes a version. Throws a 404 if it doesn't exist. */
export async function deleteVersion(db: Deps['db'], id: number, query: VersionQuery): Promise<void> {
  const key = await readKey(db, id, query);
  await db.transaction(async (transaction) => {
    if (!(await versionStore(transaction).remove(id, key))) throw notFound(NO_VERSION);
    if ((await versionStore(transaction).list(id)).length === 0)
      await candidateStore(transaction).resetDownload(id);
  });
}
