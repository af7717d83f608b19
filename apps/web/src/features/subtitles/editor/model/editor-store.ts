import type { Segment } from './draft.ts';
import type { EditorState } from './editor-state.ts';

export type EditorStore = ReturnType<typeof createEditorStore>;

/** Holds the state of an editor, and tells when it has become another. */
export function createEditorStore(start: EditorState) {
  let state = start;
  const listeners = new Set<() => void>();
  const segmentOf = (id: number): Segment | undefined => state.segments[state.places.get(id) ?? -1];
  return {
    get: () => state,
    set(next: EditorState): void {
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    /** For a change that another one follows at once: nobody is told of it before that. */
    setQuietly(next: EditorState): void {
      state = next;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    segmentOf,
    /** What was written is held against the version that the writing began with. */
    versionOf: (id: number) => state.unsaved.get(id)?.version ?? segmentOf(id)?.version,
  };
}
