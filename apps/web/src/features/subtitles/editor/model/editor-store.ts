import { createListeners } from '../../../../media/listeners.ts';
import type { EditorState } from './editor-state.ts';
import type { Segment } from './unsaved.ts';

export type EditorStore = ReturnType<typeof createEditorStore>;

/** Holds the state of an editor, and notifies of its changes. */
export function createEditorStore(start: EditorState) {
  let state = start;
  const listeners = createListeners();
  const getSegment = (id: number): Segment | undefined => state.segments[state.positionById.get(id) ?? -1];
  return {
    get: () => state,
    set(next: EditorState): void {
      if (next === state) return;
      state = next;
      listeners.notify();
    },
    /** Without notifying, since another change follows at once. */
    setQuietly(next: EditorState): void {
      state = next;
    },
    subscribe: listeners.add,
    getSegmentId: getSegment,
    /** Unsaved changes are checked against the version that they started from. */
    toVersionKey: (id: number) => state.unsaved.get(id)?.version ?? getSegment(id)?.version,
  };
}
