import type { Edge } from './model/edits.ts';
import type { SyncEditor } from './model/sync-editor.ts';
import type { ClipPlayer } from './player/clip-player.ts';

/** How long the clips at both ends of a segment are, in milliseconds. */
const CLIP_MS = 1500;

export type RowDeeds = ReturnType<typeof createRowDeeds>;

type Surroundings = {
  editor: SyncEditor;
  /** Null as long as there is none. */
  player: ClipPlayer | null;
  /** How far an edge goes at once, in milliseconds. */
  step: number;
  /** Makes a segment the current one. */
  choose: (id: number) => void;
  /** Brings a segment into sight, with the focus in its text where that is wanted. */
  show: (id: number, withFocus?: boolean) => void;
  askRemove: (id: number) => void;
};

/** What can be done with a segment, by a button of its row or by a key. */
export function createRowDeeds({ editor, player, step, choose, show, askRemove }: Surroundings) {
  const withCue = (id: number, run: (times: { start: number; end: number }) => void) => {
    const cue = editor.cue(id);
    if (cue) run(cue);
  };
  return {
    choose,
    /** The video goes to where the segment begins. */
    jump: (id: number) =>
      withCue(id, ({ start }) => {
        choose(id);
        player?.seek(start);
      }),
    /** To a segment that may be out of sight. */
    go: (id: number) =>
      withCue(id, ({ start }) => {
        choose(id);
        show(id);
        player?.seek(start);
      }),
    play: (id: number) => withCue(id, ({ start, end }) => player?.playClip({ from: start, to: end })),
    playStart: (id: number) =>
      withCue(id, ({ start }) => player?.playClip({ from: start, to: start + CLIP_MS })),
    playEnd: (id: number) =>
      withCue(id, ({ end }) => player?.playClip({ from: Math.max(0, end - CLIP_MS), to: end })),
    write: (id: number, text: string) => void editor.write(id, text),
    setEdge: (id: number, edge: Edge, ms: number) => editor.setEdge(id, edge, ms),
    nudge: (id: number, edge: Edge, direction: -1 | 1, isFar = false) =>
      editor.nudge(id, edge, direction * step * (isFar ? 10 : 1)),
    setEdgeHere: (id: number, edge: Edge) => {
      if (player?.getState().status === 'ready') editor.setEdge(id, edge, player.position());
    },
    insertAfter: (id: number) => {
      const made = editor.insertAfter(id);
      if (made === null) return;
      choose(made);
      show(made, true);
    },
    remove: askRemove,
  };
}
