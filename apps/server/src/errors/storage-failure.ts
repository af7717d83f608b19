import type { StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError } from './app-error.ts';

/** A store that was stopped is back in minutes and not in seconds. */
const RETRY_SECONDS = '30';

/** The media store's failure as a 503. `consequence` says what it means for what was asked. */
export function storageFailure({ isFull }: StorageUnavailable, consequence = ''): AppError {
  const reason = isFull
    ? 'There is no room left where media are kept. Whoever looks after this server has to make some.'
    : 'The media store does not answer at the moment. Try again in a few minutes.';
  return new AppError('unavailable', [reason, consequence].filter(Boolean).join(' '), {
    headers: { 'retry-after': RETRY_SECONDS },
  });
}
