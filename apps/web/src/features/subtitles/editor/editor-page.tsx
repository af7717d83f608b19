import { Box, Stack } from '@mantine/core';
import { getSegmentId } from '../../../ui/commands/commands.ts';
import { CollaboratorsNote } from './collaboration/collaborators-note.tsx';
import { useLanguageChange } from './collaboration/use-language-change.ts';
import { EditorDialogs } from './dialogs/editor-dialogs.tsx';
import { EditorDocumentContext } from './editor-document.ts';
import { EditorLeaveGuard } from './editor-leave-guard.tsx';
import { EditorNotes } from './editor-notes.tsx';
import classes from './editor-page.module.css';
import { EditorSessionContext, useEditorSession, type ViewOptions } from './editor-session.ts';
import { EditorTable } from './table/editor-table.tsx';
import { FileMap } from './table/file-map.tsx';
import { NoMatches } from './table/no-matches.tsx';
import { Pager } from './table/pager.tsx';
import { getCaret } from './table/row-elements.ts';
import { SelectionBar } from './table/selection-bar.tsx';
import { EditorToolbar } from './toolbar/editor-toolbar.tsx';
import { TranslateAllProgress } from './translation/translate-all.tsx';
import { type LoadedAlignment, useOpenEditor } from './use-open-editor.ts';
import { EditorVideo } from './video/editor-video.tsx';

export function EditorPage({ page, initialFilter, onPage, ...loaded }: LoadedAlignment & ViewOptions) {
  return (
    <EditorDocumentContext value={useOpenEditor(loaded)}>
      <EditorLeaveGuard />
      <EditorLayout {...{ page, initialFilter, onPage }} />
    </EditorDocumentContext>
  );
}

/** Layout of the toolbar, the table, and the video next to it. */
function EditorLayout(options: ViewOptions) {
  const session = useEditorSession(options);
  useLanguageChange();
  const { view, handlers, lastCaret, autosave, collaborators, filePage, translating } = session;
  return (
    <EditorSessionContext value={session}>
      <Stack gap={4}>
        <EditorToolbar />
        <EditorNotes />
        <CollaboratorsNote collaborators={collaborators} page={filePage} />
        <TranslateAllProgress translating={translating} />
        <div className={classes.columns}>
          <FileMap />
          <Box
            miw={0}
            {...handlers}
            onBlur={({ target, relatedTarget }) => {
              lastCaret.current = getCaret(target) ?? lastCaret.current;
              const blurredId = getSegmentId(target);
              if (
                blurredId !== null &&
                getSegmentId(relatedTarget) !== blurredId &&
                !isInDialog(relatedTarget)
              ) {
                autosave.save(blurredId);
              }
            }}
          >
            <EditorTable />
            {view.positions.length === 0 && <NoMatches />}
            <SelectionBar />
          </Box>
          <Pager page={view.page} count={view.pageCount} onPage={view.goToPage} />
          <EditorVideo />
        </div>
        <EditorDialogs />
      </Stack>
    </EditorSessionContext>
  );
}

/** Returns true in a dialog: those about a row return the focus to it. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;
