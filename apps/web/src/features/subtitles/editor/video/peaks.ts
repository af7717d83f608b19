import { videos } from '@sayback/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, queryKeyFor } from '../../../../api/query.ts';

/** Loudness of a medium over time, 0 to 1, with `perSecond` values. */
export type Peaks = { values: number[]; perSecond: number };

/** Longest medium for which the browser computes peaks from the whole file, in seconds. */
const MAX_SECONDS = 15 * 60;

const POLL_MS = 3000;
const PER_SECOND = 50;
/** Enough for drawing loudness, with a sixth of the memory. */
const SAMPLE_RATE = 8000;

/** Loads the server's peaks. Polls while they are being computed. */
const peaksQuery = (videoId: number) =>
  queryFor(
    videos.getPeaks,
    { params: { id: videoId } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.status === 'making' ? POLL_MS : false),
    },
  );

/** Returns the loudest sample of each interval. */
export function computePeaks(samples: Float32Array, sampleRate: number, perSecond = PER_SECOND): Peaks {
  const size = sampleRate / perSecond;
  const count = Math.ceil(samples.length / size);
  const values = Array.from({ length: count }, (_, interval) => {
    let loudest = 0;
    const end = Math.min(samples.length, Math.floor((interval + 1) * size));
    for (let at = Math.floor(interval * size); at < end; at += 1) {
      loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
    }
    return Math.min(1, loudest);
  });
  return { values, perSecond };
}

async function decode(address: string, signal: AbortSignal): Promise<Peaks> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`media: status ${response.status}`);
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const sound = await context.decodeAudioData(await response.arrayBuffer());
  return computePeaks(sound.getChannelData(0), sound.sampleRate);
}

/** Computes peaks in the browser, for a medium that the server can't read. Null if it is too long. */
const decodedPeaksQuery = (videoId: number, address: string, seconds: number) =>
  queryOptions({
    queryKey: queryKeyFor(videos.getPeaks, { params: { id: videoId } }, 'decoded'),
    queryFn: ({ signal }) => (seconds > MAX_SECONDS ? null : decode(address, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Returns the server's peaks, or those computed by the browser if the server has none or is unreachable. */
export function usePeaks(video: videos.Video, seconds: number) {
  const { data, error } = useQuery({ ...peaksQuery(video.id), enabled: video.media_url !== null });
  const isNeeded =
    video.media_url !== null && (data?.status === 'none' || (error !== null && !data)) && seconds > 0;
  const decoded = useQuery({
    ...decodedPeaksQuery(video.id, video.media_url ?? '', seconds),
    enabled: isNeeded,
  });
  const [peaks, setPeaks] = useState<Peaks | null>(null);
  // Keep the first ones, so that the drawing doesn't change.
  if (!peaks && data?.status === 'ready')
    setPeaks({ values: data.peaks.map((peak) => peak / 100), perSecond: data.per_second });
  else if (!peaks && decoded.data) setPeaks(decoded.data);
  return {
    peaks,
    isComputing: !peaks && (data?.status === 'making' || decoded.isLoading),
    hasFailed: !peaks && decoded.error !== null,
  };
}
