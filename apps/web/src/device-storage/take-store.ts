import { del, getMany, keys, set } from 'idb-keyval';
import { buildKey, canStore, database } from './kinds.ts';
import { waitForDevice } from './open-device.ts';

/** A recording of one line. It stays on the device, unless the learner exports it. */
type StoredTake = {
  videoId: number;
  /** The line's key. New takes of the same line replace old ones. */
  line: string;
  text: string;
  /** ISO 8601. */
  recordedAt: string;
  sound: Blob;
};

const TAKES_PER_LINE = 3;
export const TAKES_LIMIT_BYTES = 50_000_000;

/** Reads an account's takes with their keys, newest first; none if the browser has no storage. */
async function readTakes(account: string): Promise<[key: string, take: StoredTake][]> {
  try {
    await waitForDevice();
    const prefix = buildKey(account, 'take');
    const takeKeys = (await keys<string>(database)).filter((key) => key.startsWith(prefix));
    const takes = await getMany<StoredTake>(takeKeys, database);
    return takeKeys
      .flatMap((key, index): [string, StoredTake][] => (takes[index] ? [[key, takes[index]]] : []))
      .sort(([, a], [, b]) => b.recordedAt.localeCompare(a.recordedAt));
  } catch {
    return [];
  }
}

/** Saves a take. Keeps the last three of each line, and at most {@link TAKES_LIMIT_BYTES} in total. */
export async function saveTake(account: string, take: StoredTake): Promise<void> {
  try {
    const key = buildKey(account, 'take', `${take.recordedAt} ${take.line}`);
    if (!canStore(key)) return;
    await set(key, take, database);
    let bytes = 0;
    const countByLine = new Map<string, number>();
    for (const [storedKey, { line, sound }] of await readTakes(account)) {
      bytes += sound.size;
      const count = (countByLine.get(line) ?? 0) + 1;
      countByLine.set(line, count);
      if (bytes > TAKES_LIMIT_BYTES || count > TAKES_PER_LINE) await del(storedKey, database);
    }
  } catch (error) {
    console.error('could not store the recording', error);
  }
}

export const listTakes = async (account: string): Promise<StoredTake[]> =>
  (await readTakes(account)).map(([, take]) => take);

/** Returns an account's takes for a JSON file, with the sound as base64. */
export async function exportTakes(account: string) {
  const takes = await listTakes(account);
  return Promise.all(
    takes.map(async ({ videoId, text, recordedAt, sound }) => {
      const bytes = new Uint8Array(await sound.arrayBuffer());
      const data = btoa(bytes.reduce((binary, byte) => binary + String.fromCharCode(byte), ''));
      return { video_id: videoId, text, recorded_at: recordedAt, type: sound.type, data };
    }),
  );
}

export async function deleteTakes(account: string): Promise<void> {
  for (const [key] of await readTakes(account)) await del(key, database);
}
