import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { SoundReader } from '../../../platform/media/sound.ts';

type Kind = { type: string; extension: string; reader?: SoundReader };

/**
 * Media types that can be uploaded, by the type that file-type detects, and the type they are served as. Those with a `reader`
 * are transcoded to M4A, since they are large or not supported by every browser.
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

/** Reads the first bytes of a stream, and returns them with a stream of the whole content. */
async function sample(content: Readable): Promise<{ head: Buffer; whole: Readable }> {
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
  const whole = new Transform({ transform: (chunk, _, next) => next(null, chunk) });
  async function* everything() {
    yield head;
    for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value;
  }
  // Passes the source's error on to the reader of `whole`.
  pipeline(everything, whole).catch(() => undefined);
  return { head, whole };
}

export type TypedStream = Kind & { whole: Readable };

async function judge(
  content: Readable,
  known: typeof MEDIA,
  errorId: 'videos.wrongMediaType' | 'videos.wrongThumbnailType',
): Promise<TypedStream> {
  const { head, whole } = await sample(content);
  try {
    return { ...(await detectKind(head, known, errorId)), whole };
  } catch (error) {
    whole.resume();
    throw error;
  }
}

async function detectKind(
  head: Uint8Array,
  known: typeof MEDIA,
  errorId: 'videos.wrongMediaType' | 'videos.wrongThumbnailType',
): Promise<Kind> {
  const detected = await fileTypeFromBuffer(head);
  const kind = detected && known[detected.mime];
  if (kind) return kind;
  throw new AppError('wrong_type', detected ? message(`${errorId}Found`, { type: detected.mime }) : errorId);
}

/** Detects the type of media from its first bytes. Throws a 415 for unplayable ones. */
export const judgeHead = (head: Uint8Array): Promise<Kind> =>
  detectKind(head, MEDIA, 'videos.wrongMediaType');

/** Detects the type of media from the first bytes. Throws a 415 for unplayable ones. */
export const judgeMedia = (content: Readable) => judge(content, MEDIA, 'videos.wrongMediaType');

/** Detects the type of a thumbnail from the first bytes. Throws a 415 for anything but JPEG, PNG and WebP. */
export const judgePicture = (content: Readable) => judge(content, PICTURES, 'videos.wrongThumbnailType');
