import { useCallback, useEffect, useState } from 'react';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import { cueAtMoment } from '../model/edits.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { useSyncState } from '../use-sync-editor.ts';

/**
 * The current segment: the last selected one or, while the video plays, the one at its position. `onFollow` is called with the
 * latter; it must be referentially stable.
 */
export function useCurrentSegment(
  editor: SyncEditor,
  player: ClipPlayer | null,
  onFollow: (id: number) => void,
) {
  const ids = useSyncState(editor, ({ cueDocument }) => cueDocument.ids);
  const [chosen, choose] = useState({ id: ids[0] ?? 0, index: 0 });
  const chooseSegment = useCallback((id: number) => choose({ id, index: editor.numberOf(id) - 1 }), [editor]);
  useEffect(() => {
    if (!player) return;
    let last = 0;
    return player.subscribe(() => {
      const { isPlaying, clip, position } = player.getState();
      if (!isPlaying || clip) return;
      const { cueDocument } = editor.getState();
      const index = cueAtMoment(cueDocument.cues, position) - 1;
      const id = cueDocument.ids[index];
      if (id === undefined || id === last) return;
      last = id;
      choose({ id, index });
      onFollow(id);
    });
  }, [editor, player, onFollow]);
  const exists = editor.numberOf(chosen.id) > 0;
  // A deleted segment's index passes to the next one.
  const currentId = exists ? chosen.id : (ids[Math.min(chosen.index, ids.length - 1)] ?? 0);
  return { currentId, choose: chooseSegment };
}
