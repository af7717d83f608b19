import { useEffect, useState } from 'react';
import { toKey } from '../../../device-storage/kinds.ts';
import { openUnsavedStorage, takeUnsavedWork } from '../../../device-storage/unsaved-storage.ts';
import { readContent } from './model/content.ts';
import type { CueDocument } from './model/cue-document.ts';
import { isUnsaved } from './model/history.ts';
import { createSyncEditor } from './model/sync-editor.ts';

/** Unsaved work, and the server's content that it is based on. */
export type SyncDraft = { sheet: CueDocument; base: string };

const draftKey = (account: string, candidateId: number, version: string) =>
  toKey(account, 'cues', `${candidateId}:${version}`);

/** Id of the only entry, since a version is saved as a whole. */
const WHOLE = 0;

/** Takes over this user's unsaved changes to a version from this browser, unless another tab has it open. */
export const readSyncDraft = async (...of: Parameters<typeof draftKey>): Promise<SyncDraft | null> =>
  new Map(await takeUnsavedWork<SyncDraft>(draftKey(...of))).get(WHOLE) ?? null;

export type Opening = {
  account: string;
  candidateId: number;
  version: string;
  /** The server's content. */
  content: string;
  draft: SyncDraft | null;
};

/** Opens the editor on loaded data, and stores unsaved work in the browser. */
export function useOpenSyncEditor({ account, candidateId, version, content, draft }: Opening) {
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
    // The server's content that the draft is based on: comparing it detects later saves by others.
    let base = content;
    const leave = editor.subscribe(() => {
      const now = editor.getState();
      if (now.cueDocument === cueDocument && now.revision === revision && now.saved === saved) return;
      if (now.saved !== saved) base = now.saved.content ?? base;
      ({ cueDocument, revision, saved } = now);
      storage.save(isUnsaved(now) ? [[WHOLE, { sheet: cueDocument, base }]] : []);
    });
    return () => {
      leave();
      storage.close();
    };
  }, [editor, account, candidateId, version, content]);

  return editor;
}
