import { addClip, adminApi, ENGLISH_CLIP } from './api.ts';
import { setSharedClip, startShared } from './sayback-server.ts';

/** Starts the server that all workers use, with the English clip. Returns a function that stops it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await startShared();
  setSharedClip(await addClip(await adminApi(url), ENGLISH_CLIP));
  return stop;
}
