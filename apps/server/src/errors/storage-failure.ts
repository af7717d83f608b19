import { type Message, message } from '../messages/message.ts';
import type { StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError } from './app-error.ts';

/** Seconds for Retry-After: outages of stores last minutes. */
const RETRY_SECONDS = '30';

/** Converts a failure of the media store to a 503. */
export const storageFailure = ({ isFull }: StorageUnavailable): AppError =>
  storageError({ id: isFull ? 'server.mediaFull' : 'server.mediaUnavailable' });

/** Converts a failure to store an upload to a 503. */
export const uploadFailure = (error: StorageUnavailable): AppError =>
  storageError(message('videos.fileNotKept', { reason: storageFailure(error).userMessage }));

const storageError = (reason: Message) =>
  new AppError('unavailable', reason, { headers: { 'retry-after': RETRY_SECONDS } });
