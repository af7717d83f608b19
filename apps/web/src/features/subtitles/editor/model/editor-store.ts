import { createListeners } from '../../../../media/listeners.ts';
import type { EditorState } from './editor-state.ts';
import type { Segment } from './unsaved.ts';

export type EditorStore = ReturnType<typeof createEditorStore>;

/** Holds the state of an editor, and notifies listeners of changes. */
export function createEditorStore(initialState: EditorState) {
  let state = initialState;
  const listeners = createListeners();
  const getSegment = (id: number): Segment | undefined => state.segments[state.positionById.get(id) ?? -1];
  return {
    get: () => state,
    set(next: EditorState): void {
      if (next === state) return;
      state = next;
      listeners.notify();
    },
    /** For a change that is followed immediately by another one, which notifies. */
    setWithoutNotifying(next: EditorState): void {
      state = next;
    },
    subscribe: listeners.add,
    getSegment,
    /** Returns the version on which a segment's next change is based: that of its unsaved fields, or else the current one. */
    baseVersion: (id: number) => state.unsaved.get(id)?.version ?? getSegment(id)?.version,
  };
}
