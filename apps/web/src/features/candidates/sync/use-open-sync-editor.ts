import { useEffect, useState } from 'react';
import { readContent } from './model/content.ts';
import { isUnsaved } from './model/history.ts';
import { createSyncEditor } from './model/sync-editor.ts';
import { createSheetKeeper, type SyncDraft } from './unsaved-sheet.ts';

export type Opening = {
  username: string;
  candidateId: number;
  /** The version's key. */
  version: string;
  /** As it is on the server. */
  content: string;
  kept: SyncDraft | null;
};

/** Opens the editor over what was read, and keeps what is unsaved in the browser. */
export function useOpenSyncEditor({ username, candidateId, version, content, kept }: Opening) {
  const [editor] = useState(() =>
    createSyncEditor({
      saved: readContent(content),
      unsaved: kept?.cueDocument ?? null,
      now: () => performance.now(),
    }),
  );

  useEffect(() => {
    const keeper = createSheetKeeper(username, candidateId, version);
    let { cueDocument, revision, saved } = editor.getState();
    // Of what is on the server now: later saves are known by their content.
    let base = content;
    const leave = editor.subscribe(() => {
      const now = editor.getState();
      if (now.cueDocument === cueDocument && now.revision === revision && now.saved === saved) return;
      if (now.saved !== saved) base = now.saved.content ?? base;
      ({ cueDocument, revision, saved } = now);
      keeper.keep(isUnsaved(now) ? { cueDocument, base } : null);
    });
    const keepNow = () => void keeper.keepNow();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      leave();
      keepNow();
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
    };
  }, [editor, username, candidateId, version, content]);

  return editor;
}
