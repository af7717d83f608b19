import { useRef } from 'react';
import type { Editor } from './model/editor.ts';
import type { Deeds } from './use-editor-actions.ts';

type From = {
  /** The row that one is in. */
  currentId: number | null;
  /** Where the first row of the page stands, from 0 on. */
  firstPlace: number;
  onFound: (id: number) => void;
};

/**
 * Finds the next mismatch: after the row that one is in, else from the start of the page; after the last one, from the start
 * of the file.
 */
export function useFindNext(editor: Editor, deeds: Deeds, { currentId, firstPlace, onFound }: From) {
  const isThrough = useRef(false);
  return async (): Promise<void> => {
    const beforePage = editor.getState().segments[firstPlace - 1]?.id ?? 0;
    const found = await deeds.findNextMismatch(isThrough.current ? 0 : (currentId ?? beforePage));
    isThrough.current = found === null;
    if (found) onFound(found);
  };
}
