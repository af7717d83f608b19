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
import { discardFiles } from '../trash/remove-files.ts';
import { detectMediaType, openPictureStream } from './detect-media-type.ts';
import {
  attachMedia,
  readMediaFacts,
  requireHostedVideo,
  type StoredMedia,
  THUMBNAIL_LIMIT,
  type UploadDeps,
} from './upload-media.ts';

type Deps = UploadDeps & {
  /** Null if browsers can't reach the store. */
  presign: Presign | null;
  secretBox: Pick<SecretBox, 'encrypt' | 'decrypt'>;
};
/** State of an upload, encrypted in its name, so that any server can continue it. */
type StartedUpload = { key: string; upload: string; bytes: number; type: string };

const MIB = 1024 * 1024;
/** Stores accept up to 10,000 parts of at least 5 MiB. */
const PART_BYTES = 16 * MIB;
const MAX_PARTS = 10_000;
/** Lifetime of a part's URL, and the number of seconds by which the store's clock can be slow. */
const URL_SECONDS = 3600;
const SKEW_SECONDS = 60;

const choosePartBytes = (bytes: number) => Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS / MIB) * MIB);
const encryptionContext = (videoId: number) => `media upload of video ${videoId}`;

/** Direct uploads to the object store. Each is checked before it becomes the video's media. */
export function createPartUploads(deps: Deps) {
  const { db, storage, presign, secretBox } = deps;

  /** Decrypts an upload's name. Throws a 400 if it is invalid, or belongs to another video. */
  function decryptName(videoId: number, name: string): StartedUpload & { parts: PartUploads; sign: Presign } {
    const state = secretBox.decrypt(name, encryptionContext(videoId));
    if (!state || !storage.parts || !presign) throw badField('upload', 'videos.noUpload');
    return { ...(JSON.parse(state) as StartedUpload), parts: storage.parts, sign: presign };
  }

  return {
    /** Starts an upload. Returns null for a file that has to be sent to the server. Throws a 404, 409, 413, 415 and 503. */
    async start(videoId: number, { bytes, head }: { bytes: number; head: string }) {
      requireHostedVideo(await videoStore(db).find(videoId));
      if (bytes > deps.mediaMaxBytes)
        throw new AppError(
          'too_large',
          message('request.fileTooLarge', { mib: Math.floor(deps.mediaMaxBytes / MIB) }),
        );
      const { type, extension, reader } = await detectMediaType(Buffer.from(head, 'base64'));
      // The server has to transcode files with a reader.
      if (!storage.parts || !presign || reader) return null;
      const key = `videos/${videoId}/${randomUUID()}.${extension}`;
      const upload = await storage.parts.begin(key).catch(throwUploadFailure);
      const started: StartedUpload = { key, upload, bytes, type };
      const part_bytes = choosePartBytes(bytes);
      return {
        name: secretBox.encrypt(JSON.stringify(started), encryptionContext(videoId)),
        part_bytes,
        part_count: Math.ceil(bytes / part_bytes),
      };
    },

    /** Signs the URLs of parts. Throws a 400 for parts that the upload doesn't have. */
    sign(videoId: number, name: string, numbers: readonly number[]): string[] {
      const { key, upload, bytes, sign } = decryptName(videoId, name);
      if (numbers.some((number) => number > Math.ceil(bytes / choosePartBytes(bytes))))
        throw badField('parts', 'videos.noPart');
      const signedAt = new Date(Date.now() - SKEW_SECONDS * 1000);
      return numbers.map((number) =>
        sign(key, { signedAt, seconds: URL_SECONDS + SKEW_SECONDS, part: { upload, number } }),
      );
    },

    /** Finishes an upload. Throws a 404, 409 (missing parts), 413, 415 (also for unplayable media) and 503 (can be retried). */
    async finish(videoId: number, request: FastifyRequest): Promise<VideoRow> {
      const { fields, files } = await readSmallForm(request, THUMBNAIL_LIMIT);
      const { upload: name } = validate(videos.finishMediaUpload.body, fields);
      const started = decryptName(videoId, name);
      const video = await videoStore(db).find(videoId);
      if (video?.media_key === started.key) return video;
      requireHostedVideo(video);
      const picture = files.thumbnail_file?.bytes;
      const thumbnailKey = picture ? await putThumbnail(videoId, picture) : null;
      return attachMedia(deps, videoId, await joinParts(started, thumbnailKey, request.log));
    },

    async stop(videoId: number, name: string): Promise<void> {
      const { key, upload, parts } = decryptName(videoId, name);
      await parts.stop(key, upload).catch(throwUploadFailure);
    },
  };

  /** Joins and checks an upload's parts. Removes its files on failure, except those of an upload that can be finished later. */
  async function joinParts(
    { key, upload, bytes, type, parts }: StartedUpload & { parts: PartUploads },
    thumbnail_key: string | null,
    log: FastifyRequest['log'],
  ): Promise<StoredMedia> {
    try {
      if (!(await parts.finish(key, upload, bytes))) throw new AppError('conflict', 'videos.partsMissing');
      await requireType(key, type, bytes);
      const facts = await readMediaFacts(deps, key, bytes);
      return { ...NO_MEDIA, ...facts, media_key: key, media_type: type, thumbnail_key };
    } catch (error) {
      if (error instanceof StorageUnavailable) {
        log.error({ err: error }, 'the media store failed');
        throw uploadFailure(error);
      }
      // Missing parts can still arrive, so keep the file; after any other error it is useless.
      const isIncomplete = error instanceof AppError && error.code === 'conflict';
      await discardFiles(deps, [thumbnail_key, ...(isIncomplete ? [] : [key])]);
      throw error instanceof UnplayableMedia ? new AppError('wrong_type', 'videos.unplayableMedia') : error;
    }
  }

  /** Throws a 415 for a file whose content doesn't match the upload's declared type. */
  async function requireType(key: string, type: string, bytes: number): Promise<void> {
    const end = Math.min(bytes, videos.MEDIA_HEAD_BYTES) - 1;
    const kind = await detectMediaType(await buffer(await storage.read(key, { start: 0, end })));
    if (kind.type !== type || kind.reader) throw new AppError('wrong_type', 'videos.wrongMediaType');
  }

  async function putThumbnail(videoId: number, bytes: Buffer): Promise<string> {
    const { extension, content } = await openPictureStream(Readable.from([bytes]));
    const key = `videos/${videoId}/${randomUUID()}.${extension}`;
    await storage.put(key, content).catch(throwUploadFailure);
    return key;
  }
}

function throwUploadFailure(error: unknown): never {
  throw error instanceof StorageUnavailable ? uploadFailure(error) : error;
}
