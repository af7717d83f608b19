import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useEditorDocument } from '../editor-document.ts';

/** One offer at a time: a new one replaces it. */
const ABOUT = 'editor step';

/**
 * Offers to undo one step, in a toast. The offer is withdrawn once the step was undone, or a later one changes its rows, or the
 * screen is left.
 */
export function useUndoOffer() {
  const { editor } = useEditorDocument();
  const { t } = useTranslation();
  const offered = useRef<number | null>(null);
  useEffect(() => {
    let last = editor.getState().history;
    const withdraw = () => {
      offered.current = null;
      toast.withdraw(ABOUT);
    };
    const leave = editor.subscribe(() => {
      const { history } = editor.getState();
      if (history === last) return;
      last = history;
      if (offered.current !== null && !editor.canUndo(offered.current)) withdraw();
    });
    return () => {
      leave();
      withdraw();
    };
  }, [editor]);
  return useMemo(
    () => ({
      show(message: string, key: number, undo: () => void): void {
        offered.current = key;
        toast.offer(message, { label: t('editor.undo'), run: undo, about: ABOUT });
      },
    }),
    [t],
  );
}
