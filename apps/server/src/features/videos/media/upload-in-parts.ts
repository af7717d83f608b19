import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { videos } from '@sayback/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, badField } from '../../../errors/app-error.ts';
import { uploadFailure } from '../../../errors/storage-failure.ts';
import { readSmallForm } from '../../../http/form.ts';
import { validate } from '../../../http/validation.ts';
import { message } from '../../../messages/message.ts';
import { UnplayableMedia } from '../../../platform/media/probe.ts';
import type { Presign } from '../../../platform/storage/s3-presign.ts';
import { type PartUploads, StorageUnavailable } from '../../../platform/storage/storage.ts';
import type { SecretBox } from '../../accounts/index.ts';
import { NO_MEDIA, type VideoRow, videoStore } from '../store.ts';
import { discard } from '../trash/remove-stored.ts';
import { judgeHead, judgePicture } from './media-type.ts';
import {
  attachMedia,
  mustTakeMedia,
  readMediaFacts,
  THUMBNAIL_LIMIT,
  type UploadDeps,
} from './upload-media.ts';

type Deps = UploadDeps & {
  /** Null if browsers can't reach the store. */
  presign: Presign | null;
  secretBox: Pick<SecretBox, 'encrypt' | 'open'>;
};
/** Subject of an upload, encrypted in its name, so that any server can continue it. */
type Begun = { key: string; upload: string; bytes: number; type: string };

const MIB = 1024 * 1024;
/** Stores accept parts of 5 MiB and more, and 10,000 of them. */
const PART_BYTES = 16 * MIB;
const MAX_PARTS = 10_000;
/** Lifetime of a part's URL, and maximum lag of the store's clock. */
const ADDRESS_SECONDS = 3600;
const SKEW_SECONDS = 60;

const choosePartBytes = (bytes: number) => Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS / MIB) * MIB);
const getOwner = (videoId: number) => `media upload of video ${videoId}`;

/** Direct media uploads to the object store: each is checked before it becomes the video's media. */
export function uploadsInParts(deps: Deps) {
  const { db, storage, presign, secretBox } = deps;

  /** Decrypts an upload's name. Throws a 400 if it isn't an upload to this video. */
  function open(videoId: number, name: string): Begun & { parts: PartUploads; sign: Presign } {
    const sealed = secretBox.open(name, getOwner(videoId));
    if (!sealed || !storage.parts || !presign) throw badField('upload', 'videos.noUpload');
    return { ...(JSON.parse(sealed) as Begun), parts: storage.parts, sign: presign };
  }

  return {
    /** Returns null for a file that has to go through the server. Throws 404, 409, 413, 415 and 503. */
    async start(videoId: number, { bytes, head }: { bytes: number; head: string }) {
      mustTakeMedia(await videoStore(db).find(videoId));
      if (bytes > deps.mediaMaxBytes)
        throw new AppError(
          'too_large',
          message('request.fileTooLarge', { mib: Math.floor(deps.mediaMaxBytes / MIB) }),
        );
      const { type, extension, reader } = await judgeHead(Buffer.from(head, 'base64'));
      // Transcoded files aren't stored as they are sent.
      if (!storage.parts || !presign || reader) return null;
      const key = `videos/${videoId}/${randomUUID()}.${extension}`;
      const upload = await storage.parts.begin(key).catch(asUploadFailure);
      const started: Begun = { key, upload, bytes, type };
      const part_bytes = choosePartBytes(bytes);
      return {
        name: secretBox.encrypt(JSON.stringify(started), getOwner(videoId)),
        part_bytes,
        part_count: Math.ceil(bytes / part_bytes),
      };
    },

    /** Signs the URLs of parts. Throws a 400 for parts that the upload doesn't have. */
    sign(videoId: number, name: string, numbers: readonly number[]): string[] {
      const { key, upload, bytes, sign } = open(videoId, name);
      if (numbers.some((number) => number > Math.ceil(bytes / choosePartBytes(bytes))))
        throw badField('parts', 'videos.noPart');
      const signedAt = new Date(Date.now() - SKEW_SECONDS * 1000);
      return numbers.map((number) =>
        sign(key, { signedAt, seconds: ADDRESS_SECONDS + SKEW_SECONDS, part: { upload, number } }),
      );
    },

    /** Throws 404, 409 (parts are missing), 413, 415 (also for unplayable media) and 503; it can be retried after a 503. */
    async finish(videoId: number, request: FastifyRequest): Promise<VideoRow> {
      const { fields, files } = await readSmallForm(request, THUMBNAIL_LIMIT);
      const { upload: name } = validate(videos.finishMediaUpload.body, fields);
      const { key, upload, bytes, type, parts } = open(videoId, name);
      const present = await videoStore(db).find(videoId);
      if (present?.media_key === key) return present;
      mustTakeMedia(present);
      const picture = files.thumbnail_file && (await putPicture(videoId, files.thumbnail_file.bytes));
      try {
        if (!(await parts.finish(key, upload, bytes))) throw new AppError('conflict', 'videos.partsMissing');
        await mustBeOfType(key, type, bytes);
        const facts = await readMediaFacts(deps, key, bytes);
        const stored = {
          ...NO_MEDIA,
          ...facts,
          media_key: key,
          media_type: type,
          thumbnail_key: picture ?? null,
        };
        return await attachMedia(deps, videoId, stored);
      } catch (error) {
        if (error instanceof StorageUnavailable) {
          request.log.error({ err: error }, 'the media store failed');
          throw uploadFailure(error);
        }
        // A part may still arrive; any other error means that the file or the video is wrong.
        const isIncomplete = error instanceof AppError && error.code === 'conflict';
        await discard(deps, [picture ?? null, ...(isIncomplete ? [] : [key])]);
        throw error instanceof UnplayableMedia ? new AppError('wrong_type', 'videos.unplayableMedia') : error;
      }
    },

    async stop(videoId: number, name: string): Promise<void> {
      const { key, upload, parts } = open(videoId, name);
      await parts.stop(key, upload).catch(asUploadFailure);
    },
  };

  /** Throws a 415 for a file whose content doesn't match the upload's declared type. */
  async function mustBeOfType(key: string, type: string, bytes: number): Promise<void> {
    const end = Math.min(bytes, videos.MEDIA_HEAD_BYTES) - 1;
    const kind = await judgeHead(await buffer(await storage.read(key, { start: 0, end })));
    if (kind.type !== type || kind.reader) throw new AppError('wrong_type', 'videos.wrongMediaType');
  }

  async function putPicture(videoId: number, bytes: Buffer): Promise<string> {
    const { extension, whole } = await judgePicture(Readable.from([bytes]));
    const key = `videos/${videoId}/${randomUUID()}.${extension}`;
    await storage.put(key, whole).catch(asUploadFailure);
    return key;
  }
}

function asUploadFailure(error: unknown): never {
  throw error instanceof StorageUnavailable ? uploadFailure(error) : error;
}
