import { useSyncExternalStore } from 'react';
import type { Editor } from './model/editor.ts';
import type { EditorState } from './model/editor-state.ts';
import type { Row } from './model/row-cache.ts';

/** Returns part of the editor's state. `select` must return the same value while that part is unchanged. */
export function useEditorState<T>(editor: Editor, select: (state: EditorState) => T): T {
  return useSyncExternalStore(editor.subscribe, () => select(editor.getState()));
}

/** Returns a row; null if it was deleted. */
export function useRow(editor: Editor, id: number | null): Row | null {
  return useSyncExternalStore(editor.subscribe, () => (id === null ? null : editor.row(id)));
}
