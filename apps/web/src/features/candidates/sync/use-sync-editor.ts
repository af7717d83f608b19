import type { Cue } from '@sayback/subtitles';
import { useSyncExternalStore } from 'react';
import type { History } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';

/** Selects part of the editor's state. `select` must return the same value while that part is unchanged. */
export function useSyncState<T>(editor: SyncEditor, select: (state: History) => T): T {
  return useSyncExternalStore(editor.subscribe, () => select(editor.getState()));
}

/** Returns a segment's current state; null if it was removed. */
export function useCue(editor: SyncEditor, id: number): Cue | null {
  return useSyncExternalStore(editor.subscribe, () => editor.cue(id));
}
