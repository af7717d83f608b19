import type { Cue } from '@sayback/subtitles';
import { useSyncExternalStore } from 'react';
import type { History } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';

/** A part of the editor's state. What `select` answers must be the same again while that part is. */
export function useSyncState<T>(editor: SyncEditor, select: (state: History) => T): T {
  return useSyncExternalStore(editor.subscribe, () => select(editor.getState()));
}

/** One segment as it is now; null when it has gone. */
export function useCue(editor: SyncEditor, id: number): Cue | null {
  return useSyncExternalStore(editor.subscribe, () => editor.cue(id));
}
