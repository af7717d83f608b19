import { del, getMany, keys, set } from 'idb-keyval';
import { mayStore, objects, toKey } from './kinds.ts';
import { deviceReady } from './open-device.ts';

/** A recording of one line. It leaves the device only in a file that the learner saves. */
export type StoredTake = {
  videoId: number;
  /** The line's key. A line's takes share it, and older ones are replaced. */
  line: string;
  text: string;
  /** ISO 8601. */
  recordedAt: string;
  sound: Blob;
};

const TAKES_PER_LINE = 3;
export const TAKES_LIMIT_BYTES = 50_000_000;

/** Reads an account's takes with their keys, newest first; none if the browser has no storage. */
async function storedTakes(account: string): Promise<[IDBValidKey, StoredTake][]> {
  try {
    await deviceReady();
    const prefix = toKey(account, 'take');
    const own = (await keys(objects)).filter((key) => String(key).startsWith(prefix));
    const takes = await getMany<StoredTake>(own, objects);
    return own
      .flatMap((key, at): [IDBValidKey, StoredTake][] => (takes[at] ? [[key, takes[at]]] : []))
      .sort(([, a], [, b]) => b.recordedAt.localeCompare(a.recordedAt));
  } catch {
    return [];
  }
}

/** Saves a take. Keeps the last three of each line, and at most {@link TAKES_LIMIT_BYTES} in total. */
export async function saveTake(account: string, take: StoredTake): Promise<void> {
  try {
    const key = toKey(account, 'take', `${take.recordedAt} ${take.line}`);
    if (!mayStore(key)) return;
    await set(key, take, objects);
    let bytes = 0;
    const ofLine = new Map<string, number>();
    for (const [stored, { line, sound }] of await storedTakes(account)) {
      bytes += sound.size;
      ofLine.set(line, (ofLine.get(line) ?? 0) + 1);
      if (bytes > TAKES_LIMIT_BYTES || (ofLine.get(line) ?? 0) > TAKES_PER_LINE) await del(stored, objects);
    }
  } catch (error) {
    console.error('the recording could not be kept', error);
  }
}

export const listTakes = async (account: string): Promise<StoredTake[]> =>
  (await storedTakes(account)).map(([, take]) => take);

/** Returns an account's takes for a JSON file, with the sound as base64. */
export async function exportTakes(account: string) {
  const takes = await listTakes(account);
  return Promise.all(
    takes.map(async ({ videoId, text, recordedAt, sound }) => {
      const bytes = new Uint8Array(await sound.arrayBuffer());
      const data = btoa(bytes.reduce((letters, byte) => letters + String.fromCharCode(byte), ''));
      return { video_id: videoId, text, recorded_at: recordedAt, type: sound.type, data };
    }),
  );
}

export async function deleteTakes(account: string): Promise<void> {
  for (const [key] of await storedTakes(account)) await del(key, objects);
}
