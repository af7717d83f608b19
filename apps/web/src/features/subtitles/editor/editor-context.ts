import type { EditorActions } from './actions/use-editor-actions.ts';
import type { RowCaret } from './table/row-elements.ts';
import type { Selection } from './table/use-selection.ts';
import type { TimingContext } from './video/timing-commands.ts';

export type OpenDialog =
  | {
      kind: 'keys' | 'glossary' | 'revision' | 'translateMismatches' | 'retime' | 'retimeSelected' | 'divide';
    }
  | { kind: 'remove' | 'watch'; id: number }
  | null;

export type EditorContext = TimingContext & {
  actions: EditorActions;
  selection: Selection;
  /** Last position of the caret in a text field. */
  lastCaret: { current: RowCaret | null };
  findNext: () => void;
  saveRevision: () => void;
  translateEmpty: () => void;
  translateSelected: () => void;
  openDialog: (dialog: OpenDialog) => void;
  findReplace: () => void;
  fitCuts: () => void;
};
