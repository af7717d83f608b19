import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  type Part,
  paginateListObjectsV2,
  paginateListParts,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { failIfIncomplete } from './fail-if-incomplete.ts';
import { describeRejectedSetting, isAbsent, isCompleted, isUnknownCall, unavailable } from './s3-faults.ts';
import type { S3Settings } from './s3-settings.ts';
import {
  type ByteRange,
  ObjectNotFound,
  type PartUploads,
  requireKey,
  type Storage,
  TrackedSource,
} from './storage.ts';

/** Size of a part. Two parts in flight and one being filled use 24 MiB of memory; 10,000 parts, the maximum, hold 78 GiB. */
const PART_BYTES = 8 * 1024 * 1024;
const PART_CONCURRENCY = 2;
/** Maximum number of connections. Each paused player holds one, so 50 learners would use up the default of 50. */
const CONNECTIONS = 1000;
/** Age at which an unfinished upload counts as abandoned, not slow. */
const ABANDONED_MS = 2 * 24 * 60 * 60 * 1000;
const FIRST_RESPONSE_MS = 5000;
/** Timeout for completing an upload: some stores copy all parts before they respond. */
const COMPLETE_MS = 5 * 60_000;

/** The client's timeouts in milliseconds, and its retries. */
export type Timeouts = {
  connectMs: number;
  /** Timeout until a response starts. */
  responseMs: number;
  /** Timeout without data in either direction. */
  idleMs: number;
  attempts: number;
};
const TIMEOUTS: Timeouts = { connectMs: 3000, responseMs: 5000, idleMs: 10_000, attempts: 3 };

type Options = { log: (message: string) => void; timeouts?: Timeouts };

/** Creates two clients: a reader can pause for any time, a writer can't. */
function connect(settings: S3Settings, { connectMs, responseMs, idleMs, attempts }: Timeouts) {
  const common = {
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: attempts,
    // Some stores never send 100 Continue, which the client would wait six seconds for.
    expectContinueHeader: false,
    // Stores other than Amazon's refuse the newer checksums; requests are signed with a SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const handler = {
    connectionTimeout: connectMs,
    httpAgent: { maxSockets: CONNECTIONS },
    httpsAgent: { maxSockets: CONNECTIONS },
  };
  return {
    reader: new S3Client({
      ...common,
      requestHandler: {
        ...handler,
        socketTimeout: 0,
        requestTimeout: responseMs,
        throwOnRequestTimeout: true,
      },
    }),
    writer: new S3Client({ ...common, requestHandler: { ...handler, socketTimeout: idleMs } }),
  };
}

/** Throws for a setting that the store rejects; an outage is only logged. */
async function check(reader: S3Client, settings: S3Settings, log: Options['log']): Promise<void> {
  const command = new ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 });
  try {
    await reader.send(command, { abortSignal: AbortSignal.timeout(FIRST_RESPONSE_MS) });
  } catch (error) {
    const rejectedSetting = describeRejectedSetting(error, settings);
    if (rejectedSetting) throw new Error(rejectedSetting);
    const { name, message } = error as Error;
    log(`The media store at ${settings.endpoint} responds unexpectedly (${name}: ${message}).`);
  }
}

/** Lists multipart uploads that are neither completed nor aborted. */
async function* listUnfinishedUploads(client: S3Client, Bucket: string): AsyncGenerator<MultipartUpload> {
  let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {};
  for (let hasMore = true; hasMore; ) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, ...marker }),
    );
    yield* page.Uploads ?? [];
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    hasMore = page.IsTruncated === true;
  }
}

const rangeHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end}`;

/**
 * Stores media in a bucket of an S3-compatible store. Throws an error that names the setting if the bucket doesn't exist or the
 * keys are rejected.
 */
export async function openS3Storage(
  settings: S3Settings,
  { log, timeouts = TIMEOUTS }: Options,
): Promise<Storage> {
  const { reader, writer } = connect(settings, timeouts);
  const Bucket = settings.bucket;
  await check(reader, settings, log);

  async function size(key: string): Promise<number | null> {
    requireKey(key);
    try {
      const { ContentLength } = await reader.send(new HeadObjectCommand({ Bucket, Key: key }));
      return ContentLength ?? 0;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw unavailable(error);
    }
  }

  async function listObjects(folder: string, options: { Delimiter?: string } = {}) {
    requireKey(folder);
    const command = { Bucket, Prefix: `${folder}/`, ...options };
    const objects: { key: string; put: Date }[] = [];
    try {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: reader }, command)) {
        // An object without a date counts as new.
        for (const { Key, LastModified } of Contents) {
          if (Key) objects.push({ key: Key, put: LastModified ?? new Date() });
        }
      }
    } catch (error) {
      throw unavailable(error);
    }
    return objects;
  }

  async function listParts(key: string, UploadId: string): Promise<Part[]> {
    const parts: Part[] = [];
    for await (const page of paginateListParts({ client: reader }, { Bucket, Key: key, UploadId }))
      parts.push(...(page.Parts ?? []));
    return parts;
  }

  const parts: PartUploads = {
    async begin(key) {
      requireKey(key);
      const started = await writer
        .send(new CreateMultipartUploadCommand({ Bucket, Key: key }))
        .catch((error: unknown) => {
          throw unavailable(error);
        });
      return started.UploadId ?? '';
    },

    async finish(key, UploadId, bytes) {
      requireKey(key);
      try {
        const uploadedParts = await listParts(key, UploadId);
        if (uploadedParts.reduce((sum, { Size = 0 }) => sum + Size, 0) !== bytes) return false;
        const Parts = uploadedParts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
        await reader.send(
          new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload: { Parts } }),
          { requestTimeout: COMPLETE_MS },
        );
      } catch (error) {
        if (!isCompleted(error)) throw unavailable(error);
      }
      return (await size(key)) === bytes;
    },

    async stop(key, UploadId) {
      requireKey(key);
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId });
      await writer.send(command).catch((error: unknown) => {
        if (!isCompleted(error)) throw unavailable(error);
      });
    },
  };

  return {
    size,
    parts,

    async put(key, content) {
      requireKey(key);
      const source = new TrackedSource();
      const upload = new Upload({
        client: writer,
        params: { Bucket, Key: key, Body: Readable.from(source.read(content)) },
        partSize: PART_BYTES,
        queueSize: PART_CONCURRENCY,
      });
      try {
        await upload.done();
      } catch (error) {
        if (source.failure) throw source.failure.error;
        if (!(isCompleted(error) && (await size(key)) === source.bytes)) throw unavailable(error);
      }
      return source.bytes;
    },

    async read(key, range) {
      requireKey(key);
      const command = { Bucket, Key: key, ...(range && { Range: rangeHeader(range) }) };
      const response = await reader.send(new GetObjectCommand(command)).catch((error: unknown) => {
        throw isAbsent(error) ? new ObjectNotFound(`Nothing is stored as ${key}.`) : unavailable(error);
      });
      const body = response.Body as Readable;
      const length = response.ContentLength ?? 0;
      if (range && length !== range.end - range.start + 1) {
        body.destroy();
        throw unavailable(new Error(`requested ${command.Range} of ${key}, received ${length} bytes`));
      }
      return failIfIncomplete(body, length, timeouts.idleMs);
    },

    async list(folder) {
      return (await listObjects(folder, { Delimiter: '/' })).map(({ key }) => key);
    },

    async listBefore(folder, before) {
      const old = (await listObjects(folder)).filter(({ put }) => put < before);
      return old.map(({ key }) => key);
    },

    async remove(key) {
      requireKey(key);
      await writer.send(new DeleteObjectCommand({ Bucket, Key: key })).catch((error: unknown) => {
        if (!isAbsent(error)) throw unavailable(error);
      });
    },

    abandonedMs: ABANDONED_MS,

    async removeUnfinished(before) {
      try {
        for await (const { Key, UploadId, Initiated } of listUnfinishedUploads(reader, Bucket)) {
          if (!Initiated || Initiated >= before) continue;
          await writer.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
      } catch (error) {
        if (!isUnknownCall(error)) throw unavailable(error);
      }
    },
  };
}
