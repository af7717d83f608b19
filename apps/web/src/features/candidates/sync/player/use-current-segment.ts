import { useCallback, useEffect, useState } from 'react';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import { findCueAt } from '../model/edits.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { useSyncState } from '../use-sync-editor.ts';

/**
 * The current segment: the last selected one or, while the video plays, the one at its position. `onFollow` is called when
 * playback enters a segment; it must be referentially stable.
 */
export function useCurrentSegment(
  editor: SyncEditor,
  player: ClipPlayer | null,
  onFollow: (id: number) => void,
) {
  const ids = useSyncState(editor, ({ cueDocument }) => cueDocument.ids);
  const [selected, select] = useState({ id: ids[0] ?? 0, index: 0 });
  const selectSegment = useCallback(
    (id: number) => select({ id, index: editor.segmentNumber(id) - 1 }),
    [editor],
  );
  useEffect(() => {
    if (!player) return;
    let lastId = 0;
    return player.subscribe(() => {
      const { isPlaying, clip, position } = player.getState();
      if (!isPlaying || clip) return;
      const { cueDocument } = editor.getState();
      const index = findCueAt(cueDocument.cues, position) - 1;
      const id = cueDocument.ids[index];
      if (id === undefined || id === lastId) return;
      lastId = id;
      select({ id, index });
      onFollow(id);
    });
  }, [editor, player, onFollow]);
  const exists = editor.segmentNumber(selected.id) > 0;
  // After a deletion, the next segment has the index.
  const currentId = exists ? selected.id : (ids[Math.min(selected.index, ids.length - 1)] ?? 0);
  return { currentId, select: selectSegment };
}
