import type { S3Settings } from './s3-settings.ts';
import { StorageUnavailable } from './storage.ts';

/** Error names that stores use when they are out of space. */
const NO_ROOM = ['InsufficientStorage', 'QuotaExceeded', 'ServiceQuotaExceeded', 'XMinioStorageFull'];

type Answered = { name?: string; $metadata?: { httpStatusCode?: number } };

const getName = (error: unknown) => (error as Answered).name ?? '';
const getStatus = (error: unknown) => (error as Answered).$metadata?.httpStatusCode ?? 0;

/** Returns true if nothing is stored under the key. The response to a HEAD request has only a status. */
export const isAbsent = (error: unknown): boolean =>
  getName(error) === 'NoSuchKey' || getName(error) === 'NotFound';

/** Returns true if the store doesn't support that call. */
export const isUnknownCall = (error: unknown): boolean =>
  getName(error) === 'NotImplemented' || getStatus(error) === 501;

/** Returns true for the error of a repeated completion, whose first response got lost. */
export const isCompleted = (error: unknown): boolean => getName(error) === 'NoSuchUpload';

export function unavailable(error: unknown): StorageUnavailable {
  const isFull = NO_ROOM.includes(getName(error)) || getStatus(error) === 507;
  return new StorageUnavailable('The media store refuses or does not answer.', { cause: error, isFull });
}

/** Returns the setting that caused the store's refusal; null if none did. */
export function settingAtFault(error: unknown, { endpoint, bucket, region }: S3Settings): string | null {
  switch (getName(error)) {
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return `S3_BUCKET: the store at ${endpoint} has no bucket ${bucket}.`;
    case 'InvalidAccessKeyId':
      return `S3_ACCESS_KEY_ID: the store at ${endpoint} does not know this key.`;
    case 'SignatureDoesNotMatch':
      return 'S3_SECRET_ACCESS_KEY: is not the secret of S3_ACCESS_KEY_ID.';
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `S3_REGION: the bucket ${bucket} does not lie in ${region}.`;
    case 'RequestTimeTooSkewed':
      // A wrong clock may be corrected within a minute.
      return null;
    default:
      return getStatus(error) === 401 || getStatus(error) === 403
        ? `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the store at ${endpoint} refuses them for the bucket ${bucket}.`
        : null;
  }
}
