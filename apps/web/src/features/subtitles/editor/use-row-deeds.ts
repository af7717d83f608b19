import { useMemo } from 'react';
import type { OpenDialog } from './editor-dialogs.tsx';
import type { RowCaret } from './find-field.ts';
import type { RowDeeds } from './row-actions.tsx';
import type { Deeds } from './use-deeds.ts';

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
