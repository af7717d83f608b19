import { videos } from '@sayback/contract';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { call } from '../../../../api/call.ts';
import type { Media } from '../../../../media/media.ts';
import { createRangePlayer, type RangePlayer } from './range-player.ts';

const none = () => () => undefined;

/** A player of parts over whatever medium is attached, and the medium's element where it is hosted here. */
export function useRangePlayer(videoId: number) {
  const [player, setPlayer] = useState<RangePlayer | null>(null);
  const [element, setElement] = useState<HTMLMediaElement | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const attach = useCallback((media: Media, hosted?: HTMLMediaElement) => {
    const created = createRangePlayer(media);
    setPlayer(created);
    setElement(hosted ?? null);
    media.subscribe(({ type }) => {
      if (type === 'ready' || type === 'failed') setHasFailed(type === 'failed');
    });
    return () => {
      setPlayer(null);
      setElement(null);
      created.destroy();
    };
  }, []);
  const renewUrl = useCallback(
    async () => (await call(videos.getVideo, { params: { id: videoId } })).media_url ?? '',
    [videoId],
  );
  const isPlaying = useSyncExternalStore(player?.subscribe ?? none, () => player?.isPlaying() ?? false);
  return { player, element, attach, renewUrl, isPlaying, hasFailed };
}
