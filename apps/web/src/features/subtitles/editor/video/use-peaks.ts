import type { videos } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownPeaksQuery, type Peaks, peaksQuery } from './peaks.ts';

/** The server's peaks; the browser's own where the server has none, or can't be asked. */
export function usePeaks(video: videos.Video, seconds: number) {
  const { data, error } = useQuery(peaksQuery(video.id));
  const isNeeded = (data?.status === 'none' || (error !== null && !data)) && seconds > 0;
  const own = useQuery({ ...ownPeaksQuery(video.id, video.media_url ?? '', seconds), enabled: isNeeded });
  const [peaks, setPeaks] = useState<Peaks | null>(null);
  // The first that come stay: drawing others would lose the place.
  if (!peaks && data?.status === 'ready')
    setPeaks({ values: data.peaks.map((peak) => peak / 100), perSecond: data.per_second });
  else if (!peaks && own.data) setPeaks(own.data);
  return {
    peaks,
    isMaking: !peaks && (data?.status === 'making' || own.isLoading),
    hasFailed: !peaks && own.error !== null,
  };
}
