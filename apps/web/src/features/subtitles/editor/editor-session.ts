import { subtitles } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { createContext, use, useRef, useState } from 'react';
import { useCommands } from '../../../ui/commands/commands.ts';
import { useFitCuts } from '../cuts/queries.ts';
import { useEditorActions } from './actions/use-editor-actions.ts';
import { useCollaborators } from './collaboration/use-collaborators.ts';
import { EDITOR_COMMANDS } from './commands.ts';
import type { EditorContext, OpenDialog } from './editor-context.ts';
import { useEditorDocument } from './editor-document.ts';
import { replaceMatches, useFindReplace } from './find-replace/use-find-replace.ts';
import { type Filter, findPage } from './model/filter-segments.ts';
import type { RowCaret } from './table/row-elements.ts';
import { useSelection } from './table/use-selection.ts';
import { useView } from './table/use-view.ts';
import { useTranslateAll } from './translation/translate-all.tsx';
import { useAutosave } from './use-autosave.ts';
import { useCurrentRow } from './use-current-row.ts';
import { useSideVideo } from './video/use-side-video.ts';

/** `page`: the page to scroll to, from 1. */
export type ViewOptions = { page: number; initialFilter: Filter; onPage: (page: number) => void };

export type EditorSession = ReturnType<typeof useEditorSession>;

export const EditorSessionContext = createContext<EditorSession | null>(null);

/** Returns the session of the surrounding editor. Throws without one. */
export function useSession(): EditorSession {
  const session = use(EditorSessionContext);
  if (!session) throw new Error('no editor is open');
  return session;
}

/** Creates the editor's session: the visible, selected and current rows, and the commands for them. */
export function useEditorSession({ page, initialFilter, onPage }: ViewOptions) {
  const { editor, alignment } = useEditorDocument();
  const findReplace = useFindReplace();
  const view = useView({ page, initialFilter }, findReplace);
  const selection = useSelection(view);
  const { currentId, setCurrentId, handlers } = useCurrentRow();
  const { actions, translations } = useEditorActions({ view, currentId });
  const { autosave, queuedCount } = useAutosave(editor, actions.reportSave);
  const [dialog, openDialog] = useState<OpenDialog>(null);
  const sideVideo = useSideVideo({ currentId, setCurrentId, view });
  const lastCaret = useRef<RowCaret | null>(null);
  const firstPosition = view.positions[(view.page - 1) * subtitles.SEGMENT_PAGE_SIZE] ?? 0;
  /** The visible page of the unfiltered file. */
  const filePage = findPage(firstPosition);
  const collaborators = useCollaborators({ page: filePage, segmentId: currentId });
  const translating = useTranslateAll();
  const fitCuts = useFitCuts(alignment.id);
  const navigate = useNavigate();

  const saveAll = () => actions.saveAll(autosave.enqueue);
  /** Finds the next mismatch after the current row, or else from the start of the page. */
  const findNext = async () => {
    const idBeforePage = editor.getState().segments[firstPosition - 1]?.id ?? 0;
    const mismatchId = await actions.findNextMismatch(currentId ?? idBeforePage);
    if (mismatchId !== null) setCurrentId(mismatchId);
  };
  const saveRevision = async () => {
    await saveAll();
    if (editor.getState().unsaved.size === 0) openDialog({ kind: 'revision' });
  };
  const openCuts = () =>
    void navigate({ to: '/cuts/$subtitleId', params: { subtitleId: alignment.subtitle_id } });
  const context: EditorContext = {
    editor,
    actions,
    selection,
    lastCaret,
    findNext: () => void findNext(),
    saveRevision: () => void saveRevision(),
    translateEmpty: () => translating.start({ which: 'empty' }),
    translateSelected: () => translating.start({ which: 'chosen', ids: [...selection.ids] }),
    sideVideo,
    autosave,
    openDialog,
    findReplace: findReplace.open,
    fitCuts: () => fitCuts.start(undefined, { onSettled: openCuts }),
  };
  const commands = useCommands(EDITOR_COMMANDS, context, currentId);

  return {
    ...{ view, selection, currentId, handlers, actions, translations, autosave, queuedCount, onPage },
    ...{
      dialog,
      openDialog,
      sideVideo,
      lastCaret,
      filePage,
      collaborators,
      translating,
      findReplace,
      commands,
    },
    saveAll: () => void saveAll(),
    replaceAll(): void {
      const { finder, found } = findReplace;
      if (finder && found) void actions.replaceAll([...found.rows.keys()], replaceMatches(finder));
    },
  };
}
