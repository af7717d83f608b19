import type { practice, videos } from '@sayback/contract';
import { useEffect, useMemo, useState } from 'react';
import { useAccount } from '../../../api/session.ts';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { useIsOnline } from '../../../ui/use-is-online.ts';

/** The content of the home page: the first page of all videos, their total, and the last position. */
export type Home = {
  videos: readonly videos.PracticeVideo[];
  count: number;
  last: practice.LastPractised | null;
};

const storage = accountStorage<Home>('home');

/** Response time above which a server counts as slow, in milliseconds. */
const SLOW_MS = 700;
/** Characters of a description to store: a card shows three lines. */
const DESCRIPTION_LENGTH = 200;

/**
 * Stores the home page on the device. Returns the last visit's home page, and whether to show it instead of the one that is
 * loading: at once when offline, otherwise once the server is slow or fails.
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
    const videos = home.videos.map((video) => ({
      ...video,
      description: video.description.slice(0, DESCRIPTION_LENGTH),
    }));
    storage.write(account, { ...home, videos });
  }, [account, home]);
  return { stored, showsStored: stored !== undefined && (isError || (isLoading && (isSlow || !isOnline))) };
}
