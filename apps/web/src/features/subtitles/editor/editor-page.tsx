import { Stack } from '@mantine/core';
import { getSegmentId } from '../../../ui/commands/commands.ts';
import { CollaboratorsNote } from './collaboration/collaborators-note.tsx';
import { useLanguageNews } from './collaboration/use-language-news.ts';
import { EditorDialogs } from './dialogs/editor-dialogs.tsx';
import { EditorDocumentContext } from './editor-document.ts';
import { EditorLeaveGuard } from './editor-leave-guard.tsx';
import { EditorNotes } from './editor-notes.tsx';
import classes from './editor-page.module.css';
import { EditorSessionContext, type Showing, useEditorSession } from './editor-session.ts';
import { EditorTable } from './table/editor-table.tsx';
import { FileMap } from './table/file-map.tsx';
import { NoMatches } from './table/no-matches.tsx';
import { Pager } from './table/pager.tsx';
import { getCaret } from './table/row-elements.ts';
import { SelectionBar } from './table/selection-bar.tsx';
import { EditorToolbar } from './toolbar/editor-toolbar.tsx';
import { TranslateAllProgress } from './translation/translate-all.tsx';
import { type Opening, useOpenEditor } from './use-open-editor.ts';
import { EditorVideo } from './video/editor-video.tsx';

/** The editor for loaded segments. */
export function EditorPage({ page, startFilter, onPage, ...opening }: Opening & Showing) {
  return (
    <EditorDocumentContext value={useOpenEditor(opening)}>
      <EditorLeaveGuard />
      <OpenedEditor {...{ page, startFilter, onPage }} />
    </EditorDocumentContext>
  );
}

/** The table, the file's tools, and the video beside it. */
function OpenedEditor(showing: Showing) {
  const session = useEditorSession(showing);
  useLanguageNews();
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
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which of the rows in it has the focus. */}
          <div
            className={classes.table}
            {...handlers}
            onBlur={({ target, relatedTarget }) => {
              lastCaret.current = getCaret(target) ?? lastCaret.current;
              const left = getSegmentId(target);
              if (left !== null && getSegmentId(relatedTarget) !== left && !isInDialog(relatedTarget)) {
                autosave.save(left);
              }
            }}
          >
            <EditorTable />
            {view.positions.length === 0 && <NoMatches />}
            <SelectionBar />
          </div>
          <Pager page={view.page} count={view.pageCount} onPage={view.turnTo} />
          <EditorVideo />
        </div>
        <EditorDialogs />
      </Stack>
    </EditorSessionContext>
  );
}

/** Dialogs about a row open from it and return the focus to it. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;
