import { ObjectNotFound, type Storage } from '../storage/storage.ts';

const ATTEMPTS = 4;
const PADDING = Buffer.alloc(64 * 1024);

/**
 * Reads `size` bytes of an object, and resumes if the storage disconnects. If the object is removed during the read, pads it
 * with zeros, since its size is already written, and calls `onRemoved`.
 */
export async function* readMedia(
  storage: Pick<Storage, 'read'>,
  key: string,
  { size, onRemoved }: { size: number; onRemoved: () => void },
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let attempt = 1; sent < size; attempt += 1) {
    try {
      for await (const chunk of await storage.read(key, { start: sent, end: size - 1 })) {
        sent += chunk.length;
        yield chunk;
      }
      if (sent < size) throw new ObjectNotFound(`${key} became shorter.`);
    } catch (error) {
      if (error instanceof ObjectNotFound) break;
      if (attempt >= ATTEMPTS) throw error;
    }
  }
  if (sent === size) return;
  onRemoved();
  for (; sent < size; sent += PADDING.length)
    yield PADDING.subarray(0, Math.min(PADDING.length, size - sent));
}
