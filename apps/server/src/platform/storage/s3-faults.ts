import type { S3Settings } from './s3-settings.ts';
import { StorageUnavailable } from './storage.ts';

/** Error names of full stores. */
const OUT_OF_SPACE = ['InsufficientStorage', 'QuotaExceeded', 'ServiceQuotaExceeded', 'XMinioStorageFull'];

type S3Error = { name?: string; $metadata?: { httpStatusCode?: number } };

const errorName = (error: unknown) => (error as S3Error).name ?? '';
const errorStatus = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode ?? 0;

/** Returns true if nothing is stored under the key: `NoSuchKey`, or `NotFound` for HEAD requests. */
export const isAbsent = (error: unknown): boolean =>
  errorName(error) === 'NoSuchKey' || errorName(error) === 'NotFound';

/** Returns true if the store doesn't support that call. */
export const isUnknownCall = (error: unknown): boolean =>
  errorName(error) === 'NotImplemented' || errorStatus(error) === 501;

/** Returns true for the error of a repeated completion, when the response to the first one was lost. */
export const isCompleted = (error: unknown): boolean => errorName(error) === 'NoSuchUpload';

export function unavailable(error: unknown): StorageUnavailable {
  const isFull = OUT_OF_SPACE.includes(errorName(error)) || errorStatus(error) === 507;
  return new StorageUnavailable('The media store failed or did not respond.', { cause: error, isFull });
}

/** Describes the setting that the store rejected; null if it rejected none. */
export function describeRejectedSetting(
  error: unknown,
  { endpoint, bucket, region }: S3Settings,
): string | null {
  switch (errorName(error)) {
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return `S3_BUCKET: the store at ${endpoint} has no bucket ${bucket}.`;
    case 'InvalidAccessKeyId':
      return `S3_ACCESS_KEY_ID: the store at ${endpoint} does not know this key.`;
    case 'SignatureDoesNotMatch':
      return 'S3_SECRET_ACCESS_KEY: is not the secret of S3_ACCESS_KEY_ID.';
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `S3_REGION: the bucket ${bucket} is not in ${region}.`;
    case 'RequestTimeTooSkewed':
      // A wrong clock may be corrected within a minute.
      return null;
    default:
      return errorStatus(error) === 401 || errorStatus(error) === 403
        ? `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the store at ${endpoint} refuses them for the bucket ${bucket}.`
        : null;
  }
}
