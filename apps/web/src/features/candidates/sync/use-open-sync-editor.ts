import { useEffect, useState } from 'react';
import { buildKey } from '../../../device-storage/kinds.ts';
import { openUnsavedStorage, takeUnsavedWork } from '../../../device-storage/unsaved-storage.ts';
import { readContent } from './model/content.ts';
import type { CueDocument } from './model/cue-document.ts';
import { isUnsaved } from './model/history.ts';
import { createSyncEditor } from './model/sync-editor.ts';

/** Unsaved changes (`sheet`), and the server's content that they are based on. Stored in the browser: don't rename. */
export type SyncDraft = { sheet: CueDocument; base: string };

const draftKey = (account: string, candidateId: number, version: string) =>
  buildKey(account, 'cues', `${candidateId}:${version}`);

/** A draft has only one entry. */
const ENTRY_ID = 0;

/** Takes over the user's unsaved changes to a version from this browser, unless another tab has it open. */
export const readSyncDraft = async (...keyParts: Parameters<typeof draftKey>): Promise<SyncDraft | null> =>
  new Map(await takeUnsavedWork<SyncDraft>(draftKey(...keyParts))).get(ENTRY_ID) ?? null;

export type EditorInput = {
  account: string;
  candidateId: number;
  version: string;
  /** The server's content. */
  content: string;
  digest: string | undefined;
  draft: SyncDraft | null;
};

/** Creates the editor from loaded data, and stores unsaved changes in the browser. */
export function useOpenSyncEditor({
  account,
  candidateId,
  version,
  content,
  draft,
}: Omit<EditorInput, 'digest'>) {
  const [editor] = useState(() =>
    createSyncEditor({
      saved: readContent(content),
      unsaved: draft?.sheet ?? null,
      now: () => performance.now(),
    }),
  );

  useEffect(() => {
    const storage = openUnsavedStorage<SyncDraft>(draftKey(account, candidateId, version));
    let { cueDocument, revision, saved } = editor.getState();
    // Compared with the server's content at the next visit, to detect saves by others.
    let base = content;
    const unsubscribe = editor.subscribe(() => {
      const state = editor.getState();
      if (state.cueDocument === cueDocument && state.revision === revision && state.saved === saved) return;
      if (state.saved !== saved) base = state.saved.content ?? base;
      ({ cueDocument, revision, saved } = state);
      storage.save(isUnsaved(state) ? [[ENTRY_ID, { sheet: cueDocument, base }]] : []);
    });
    return () => {
      unsubscribe();
      storage.close();
    };
  }, [editor, account, candidateId, version, content]);

  return editor;
}
