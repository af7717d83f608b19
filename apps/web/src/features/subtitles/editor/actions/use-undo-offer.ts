import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useEditorDocument } from '../editor-document.ts';

/** Shared by all offers, so that a new one replaces the last. */
const TOAST_KEY = 'editor step';

/**
 * Offers to undo a step, in a toast. It disappears once the step was undone, a later one changes the same rows, or the
 * screen is left.
 */
export function useUndoOffer() {
  const { editor } = useEditorDocument();
  const { t } = useTranslation();
  const offeredStep = useRef<number | null>(null);
  useEffect(() => {
    let lastHistory = editor.getState().history;
    const withdraw = () => {
      offeredStep.current = null;
      toast.withdraw(TOAST_KEY);
    };
    const unsubscribe = editor.subscribe(() => {
      const { history } = editor.getState();
      if (history === lastHistory) return;
      lastHistory = history;
      if (offeredStep.current !== null && !editor.canUndo(offeredStep.current)) withdraw();
    });
    return () => {
      unsubscribe();
      withdraw();
    };
  }, [editor]);
  return useMemo(
    () => ({
      show(message: string, key: number, undo: () => void): void {
        offeredStep.current = key;
        toast.offer(message, { label: t('app.undo'), run: undo, about: TOAST_KEY });
      },
    }),
    [t],
  );
}
