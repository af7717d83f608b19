import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { SoundReader } from '../../../platform/media/sound.ts';

type Kind = { type: string; extension: string; reader?: SoundReader };

/**
 * Media types that can be uploaded, by the type that file-type detects, with the type that they are served as. Types with a
 * `reader` are transcoded to M4A, since they are large or not supported by every browser.
 */
const MEDIA: Record<string, Kind> = {
  'video/mp4': { type: 'video/mp4', extension: 'mp4' },
  'video/x-m4v': { type: 'video/mp4', extension: 'mp4' },
  'video/quicktime': { type: 'video/mp4', extension: 'mp4' },
  'video/webm': { type: 'video/webm', extension: 'webm' },
  'audio/x-m4a': { type: 'audio/mp4', extension: 'm4a' },
  'audio/mp4': { type: 'audio/mp4', extension: 'm4a' },
  'audio/mpeg': { type: 'audio/mpeg', extension: 'mp3' },
  'audio/wav': { type: 'audio/mp4', extension: 'm4a', reader: 'wav' },
  'audio/ogg': { type: 'audio/mp4', extension: 'm4a', reader: 'ogg' },
  'audio/ogg; codecs=opus': { type: 'audio/mp4', extension: 'm4a', reader: 'ogg' },
  'application/ogg': { type: 'audio/mp4', extension: 'm4a', reader: 'ogg' },
  'audio/flac': { type: 'audio/mp4', extension: 'm4a', reader: 'flac' },
};

const PICTURES: Record<string, Kind> = {
  'image/jpeg': { type: 'image/jpeg', extension: 'jpg' },
  'image/png': { type: 'image/png', extension: 'png' },
  'image/webp': { type: 'image/webp', extension: 'webp' },
};

/** Number of bytes needed to detect a file's type. */
const SAMPLE_BYTES = 64 * 1024;

/** Reads the first bytes of a stream. Returns them and a stream of the whole content. */
async function readHead(content: Readable): Promise<{ head: Buffer; content: Readable }> {
  const chunks: Buffer[] = [];
  let length = 0;
  const iterator = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  while (length < SAMPLE_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(chunks);
  const replayed = new Transform({ transform: (chunk, _, next) => next(null, chunk) });
  async function* allChunks() {
    yield head;
    for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value;
  }
  // The reader of `replayed` gets errors of the source.
  pipeline(allChunks, replayed).catch(() => undefined);
  return { head, content: replayed };
}

export type TypedStream = Kind & { content: Readable };

async function openTypedStream(
  content: Readable,
  kinds: typeof MEDIA,
  errorId: 'videos.wrongMediaType' | 'videos.wrongThumbnailType',
): Promise<TypedStream> {
  const { head, content: replayed } = await readHead(content);
  try {
    return { ...(await detectKind(head, kinds, errorId)), content: replayed };
  } catch (error) {
    replayed.resume();
    throw error;
  }
}

async function detectKind(
  head: Uint8Array,
  kinds: typeof MEDIA,
  errorId: 'videos.wrongMediaType' | 'videos.wrongThumbnailType',
): Promise<Kind> {
  const detected = await fileTypeFromBuffer(head);
  const kind = detected && kinds[detected.mime];
  if (kind) return kind;
  throw new AppError('wrong_type', detected ? message(`${errorId}Found`, { type: detected.mime }) : errorId);
}

/** Detects the type of media from its first bytes. Throws a 415 for types that browsers can't play. */
export const detectMediaType = (head: Uint8Array): Promise<Kind> =>
  detectKind(head, MEDIA, 'videos.wrongMediaType');

/** Detects the type of streamed media. Throws a 415 for types that browsers can't play. */
export const openMediaStream = (content: Readable) =>
  openTypedStream(content, MEDIA, 'videos.wrongMediaType');

/** Detects the type of a streamed thumbnail. Throws a 415 for anything but JPEG, PNG and WebP. */
export const openPictureStream = (content: Readable) =>
  openTypedStream(content, PICTURES, 'videos.wrongThumbnailType');
