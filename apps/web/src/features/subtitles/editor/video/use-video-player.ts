import { videos } from '@sayback/contract';
import { useCallback } from 'react';
import { call } from '../../../../api/call.ts';
import { useClipPlayer, usePlayback } from '../../../../media/use-clip-player.ts';
import { type Edge, parseTimes } from '../model/times.ts';
import type { Segment } from '../model/unsaved.ts';

export function useVideoPlayer(videoId: number) {
  const { player, element, attach } = useClipPlayer();
  const renewUrl = useCallback(
    async () => (await call(videos.getVideo, { params: { id: videoId } })).media_url ?? '',
    [videoId],
  );
  const play = useCallback(
    (segment: Pick<Segment, Edge>) => {
      const times = parseTimes(segment);
      if (times) player?.playClip({ from: times.start, to: times.end });
    },
    [player],
  );
  const isPlaying = usePlayback(player, (playback) => playback.isPlaying);
  const failure = usePlayback(player, (playback) => playback.failure);
  return { player, element, attach, renewUrl, play, isPlaying, failure };
}
