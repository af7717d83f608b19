import { useEffect, useState } from 'react';
import { openUnsavedStorage, takeUnsavedWork } from '../../../ui/unsaved-storage.ts';
import { readContent } from './model/content.ts';
import type { CueDocument } from './model/cue-document.ts';
import { isUnsaved } from './model/history.ts';
import { createSyncEditor } from './model/sync-editor.ts';

/** Unsaved work, and the content on the server that it was begun from. */
export type SyncDraft = { sheet: CueDocument; base: string };

const keyOf = (username: string, candidateId: number, version: string) =>
  `unsaved-sync:${username}:${candidateId}:${version}`;

/** A version is one piece of work. */
const WHOLE = 0;

/** What this person left unsaved of a version in this browser, unless another tab is open with it. */
export const readSyncDraft = async (...of: Parameters<typeof keyOf>): Promise<SyncDraft | null> =>
  new Map(await takeUnsavedWork<SyncDraft>(keyOf(...of))).get(WHOLE) ?? null;

export type Opening = {
  username: string;
  candidateId: number;
  /** The version's key. */
  version: string;
  /** As it is on the server. */
  content: string;
  draft: SyncDraft | null;
};

/** Opens the editor over what was read, and saves unsaved work in the browser. */
export function useOpenSyncEditor({ username, candidateId, version, content, draft }: Opening) {
  const [editor] = useState(() =>
    createSyncEditor({
      saved: readContent(content),
      unsaved: draft?.sheet ?? null,
      now: () => performance.now(),
    }),
  );

  useEffect(() => {
    const storage = openUnsavedStorage<SyncDraft>(keyOf(username, candidateId, version));
    let { cueDocument, revision, saved } = editor.getState();
    // Of what is on the server now: later saves are known by their content.
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
  }, [editor, username, candidateId, version, content]);

  return editor;
}
