import type { practice, videos } from '@sayback/contract';
import { useEffect, useMemo, useState } from 'react';
import { useAccount } from '../../../api/session.ts';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { useIsOnline } from '../../../ui/online.ts';

/** Home as it was shown last: the first page of all videos, their number, and the line that was left. */
export type Home = {
  videos: readonly videos.PracticeVideo[];
  count: number;
  last: practice.LastPractised | null;
};

const storage = accountStorage<Home>('home');

/** Milliseconds after which a server counts as slow. */
const SLOW_MS = 700;
/** Characters of a description: a card shows three lines. */
const DESCRIPTION = 200;

/**
 * Keeps home on the device. Returns the home of the last visit, and whether to show it in place of the one that is loading:
 * at once where the device is offline, else once the server is slow or fails.
 */
export function useLastHome(
  home: Home | null,
  { isLoading, isError }: { isLoading: boolean; isError: boolean },
) {
  const account = useAccount();
  const isOnline = useIsOnline();
  const stored = useMemo(() => (account ? storage.read(account) : undefined), [account]);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsSlow, isLoading ? SLOW_MS : 0, isLoading);
    return () => clearTimeout(timer);
  }, [isLoading]);
  useEffect(() => {
    if (!home || !account) return;
    const short = home.videos.map((video) => ({
      ...video,
      description: video.description.slice(0, DESCRIPTION),
    }));
    storage.write(account, { ...home, videos: short });
  }, [account, home]);
  return { stored, isStored: stored !== undefined && (isError || (isLoading && (isSlow || !isOnline))) };
}
