import { useMemo } from 'react';
import type { OpenDialog } from './dialogs/editor-dialogs.tsx';
import type { RowDeeds } from './table/row-buttons.tsx';
import type { RowCaret } from './table/row-elements.ts';
import type { Deeds } from './use-editor-actions.ts';

/** What the buttons of a row do: the same object as long as it can be, since every row is handed it. */
export function useRowDeeds(
  deeds: Deeds,
  lastCaret: { current: RowCaret | null },
  openDialog: (dialog: OpenDialog) => void,
): RowDeeds {
  return useMemo(
    () => ({
      save: (id) => void deeds.save(id),
      translate: (id, serviceOnly) => void deeds.translate(id, serviceOnly),
      play: (id) => openDialog({ kind: 'watch', id }),
      insertAfter: (id) => void deeds.insertAfter(id),
      merge: (id) => void deeds.merge(id),
      split: (id) => void deeds.split(id, lastCaret.current),
      remove: (id) => openDialog({ kind: 'remove', id }),
      discard: deeds.discard,
      undo: () => void deeds.undo(),
    }),
    [deeds, lastCaret, openDialog],
  );
}
