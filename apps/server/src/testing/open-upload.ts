import { onTestFinished } from 'vitest';
import { putSubtitle, readUpload } from '../features/subtitles/index.ts';
import type { TestApp } from './start-app.ts';

/** Uploads a subtitle in a transaction that stays open until `commit`, or until the test ends. */
export async function openUpload(
  { context: { db, engine } }: Pick<TestApp, 'context'>,
  videoId: number,
  { language, srt }: { language: string; srt: string },
): Promise<{ commit: () => Promise<void> }> {
  const file = { name: `${language}.srt`, bytes: Buffer.from(srt) };
  const upload = await readUpload(engine, { language, file });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let transaction = Promise.resolve();
  await new Promise<void>((ready, fail) => {
    transaction = db.transaction(async (transaction) => {
      await putSubtitle(transaction, videoId, upload, null);
      ready();
      await ended;
    });
    transaction.catch(fail);
  });
  const commit = () => {
    end();
    return transaction;
  };
  onTestFinished(commit);
  return { commit };
}
