import { formatPosition } from '@sayback/contract';
import { useState } from 'react';
import { RetimeDialog } from '../../../ui/sync/retime-dialog.tsx';
import type { Editor } from '../editor/model/editor.ts';
import { parseTimes } from '../editor/model/times.ts';
import { applyUnsaved, type Draft } from '../editor/model/unsaved.ts';
import { useReferences } from './references.ts';

type Props = {
  editor: Editor;
  videoId: number;
  selectedIds: readonly number[] | null;
  /** Returns the position of the editor's video, in milliseconds; null without one. */
  position: () => number | null;
  onApply: (changes: ReadonlyMap<number, Draft>) => void;
  onClose: () => void;
};

/** Returns the segments, as edited, as cues. Skips those with invalid times. */
function collectCues(editor: Editor, selectedIds: ReadonlySet<number> | null) {
  const { segments, unsaved } = editor.getState();
  const rows = segments.flatMap((saved) => {
    if (selectedIds && !selectedIds.has(saved.id)) return [];
    const segment = applyUnsaved(saved, unsaved.get(saved.id));
    const times = parseTimes(segment);
    return times ? [{ id: saved.id, ...times, text: segment.text_original || segment.text_target }] : [];
  });
  return {
    ids: rows.map(({ id }) => id),
    cues: rows.map(({ id: _, ...cue }, at) => ({ index: at + 1, ...cue })),
  };
}

/** Changes the times of segments in the editor. Synchronising with another subtitle requires all segments, not a selection. */
export function RetimeSegments({ editor, videoId, selectedIds, position, onApply, onClose }: Props) {
  const references = useReferences(videoId, null);
  const [{ ids, cues }] = useState(() => collectCues(editor, selectedIds && new Set(selectedIds)));
  if (!references) return null;
  return (
    <RetimeDialog
      {...{ cues, references, position, onClose }}
      tools={selectedIds ? ['shift', 'stretch'] : ['shift', 'stretch', 'synchronise']}
      includesAllCues={selectedIds === null}
      onApply={(changed) => {
        const changes = new Map<number, Draft>();
        for (const [at, { start, end }] of changed.entries()) {
          const id = ids[at];
          if (id === undefined || (start === cues[at]?.start && end === cues[at]?.end)) continue;
          changes.set(id, { start_time: formatPosition(start), end_time: formatPosition(end) });
        }
        onClose();
        onApply(changes);
      }}
    />
  );
}
