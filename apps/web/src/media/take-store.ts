import { createStore, del, entries, set } from 'idb-keyval';

/** A recording of one line. It never leaves the device but in a file that the learner saves. */
export type StoredTake = {
  username: string;
  videoId: number;
  /** Of the line: takes of the same one replace each other. */
  line: string;
  text: string;
  /** ISO 8601. */
  recordedAt: string;
  sound: Blob;
};

const TAKES_OF_A_LINE = 3;
export const TAKES_LIMIT_BYTES = 50_000_000;

const store = createStore('sayback-takes', 'takes');

/** Someone's takes with their keys, the newest first; none where the browser has no storage. */
async function storedTakes(username: string): Promise<[IDBValidKey, StoredTake][]> {
  try {
    const all = await entries<IDBValidKey, StoredTake>(store);
    return all
      .filter(([, take]) => take.username === username)
      .sort(([, a], [, b]) => b.recordedAt.localeCompare(a.recordedAt));
  } catch {
    return [];
  }
}

/** Saves a take. The last three of a line are kept, and of all no more than {@link TAKES_LIMIT_BYTES}. */
export async function saveTake(take: StoredTake): Promise<void> {
  try {
    await set(`${take.username} ${take.recordedAt} ${take.line}`, take, store);
    let bytes = 0;
    const ofLine = new Map<string, number>();
    for (const [key, { line, sound }] of await storedTakes(take.username)) {
      bytes += sound.size;
      ofLine.set(line, (ofLine.get(line) ?? 0) + 1);
      if (bytes > TAKES_LIMIT_BYTES || (ofLine.get(line) ?? 0) > TAKES_OF_A_LINE) await del(key, store);
    }
  } catch (error) {
    console.error('the recording could not be kept', error);
  }
}

export const listTakes = async (username: string): Promise<StoredTake[]> =>
  (await storedTakes(username)).map(([, take]) => take);

/** Someone's takes for a file of JSON: the sound as base64. */
export async function exportTakes(username: string) {
  const takes = await listTakes(username);
  return Promise.all(
    takes.map(async ({ videoId, text, recordedAt, sound }) => {
      const bytes = new Uint8Array(await sound.arrayBuffer());
      const data = btoa(bytes.reduce((letters, byte) => letters + String.fromCharCode(byte), ''));
      return { video_id: videoId, text, recorded_at: recordedAt, type: sound.type, data };
    }),
  );
}

export async function deleteTakes(username: string): Promise<void> {
  for (const [key] of await storedTakes(username)) await del(key, store);
}
