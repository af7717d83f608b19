import { Stack, Text } from '@mantine/core';
import { subtitles, type videos } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { segmentOf, useCommands } from '../../../ui/commands/commands.ts';
import { LeaveGuard } from '../../../ui/dialog/leave-guard.tsx';
import { useFitCuts } from '../cuts/queries.ts';
import { CollaboratorsNote } from './collaboration/collaborators-note.tsx';
import { useCollaborators } from './collaboration/use-collaborators.ts';
import { useLanguageNews } from './collaboration/use-language-news.ts';
import { EDITOR_COMMANDS, type EditorContext, type OpenDialog } from './commands.ts';
import { EditorDialogs } from './dialogs/editor-dialogs.tsx';
import { EditorNotes } from './editor-notes.tsx';
import classes from './editor-page.module.css';
import { draftsOf, useFindReplace } from './find-replace/use-find-replace.ts';
import { usualLogRatio } from './model/doubt.ts';
import type { Editor } from './model/editor.ts';
import { type Filter, pageOf } from './model/filter-segments.ts';
import type { Segment, Unsaved } from './model/unsaved.ts';
import { EditorTable } from './table/editor-table.tsx';
import { FileMap } from './table/file-map.tsx';
import { NoMatches } from './table/no-matches.tsx';
import { Pager } from './table/pager.tsx';
import { caretOf, type RowCaret } from './table/row-elements.ts';
import { SelectionBar } from './table/selection-bar.tsx';
import { useSelection } from './table/use-selection.ts';
import { useView } from './table/use-view.ts';
import { EditorToolbar } from './toolbar/editor-toolbar.tsx';
import { TranslateAllProgress, useTranslateAll } from './translation/translate-all.tsx';
import { useAutosave } from './use-autosave.ts';
import { useCurrentRow } from './use-current-row.ts';
import { useEditorState } from './use-editor.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { useOpenEditor } from './use-open-editor.ts';
import { Timeline } from './video/timeline.tsx';
import { useSideVideo } from './video/use-side-video.ts';
import { VideoPanel } from './video/video-panel.tsx';

type Props = {
  alignment: subtitles.Alignment;
  segments: readonly Segment[];
  unsaved: ReadonlyMap<number, Unsaved>;
  video: videos.Video | null;
  account: string;
  page: number;
  /** What is shown at first. */
  startFilter: Filter;
  onPage: (page: number) => void;
};

/** The editor over segments that have been read: the table, what concerns the whole file, and the video beside it. */
export function EditorPage(props: Props) {
  const { alignment, segments, unsaved, video, account, page, startFilter, onPage } = props;
  const alignmentId = alignment.id;
  const languages = useMemo(
    () => ({ original: alignment.original_language, target: alignment.target_language }),
    [alignment.original_language, alignment.target_language],
  );
  const { editor, warnings, restored, forgetRestored } = useOpenEditor({
    alignmentId,
    account,
    segments,
    unsaved,
    languages,
  });
  // Of the languages, not of what is edited: no row is rendered again for it.
  const usualRatio = useMemo(() => usualLogRatio(segments), [segments]);
  const findReplace = useFindReplace(editor);
  const view = useView(editor, warnings, { page, startFilter, language: languages.target }, findReplace);
  const selection = useSelection(editor, view);
  const { currentId, choose, handlers } = useCurrentRow();
  const { actions, translations } = useEditorActions(editor, alignmentId, { view, currentId });
  const { autosave, waitingCount } = useAutosave(editor, actions.reportSave);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const sideVideo = useSideVideo(editor, video, { currentId, choose, view });
  const lastCaret = useRef<RowCaret | null>(null);
  const firstPosition = view.positions[(view.page - 1) * subtitles.SEGMENT_PAGE_SIZE] ?? 0;
  const collaborators = useCollaborators(editor, alignmentId, {
    page: pageOf(firstPosition),
    segmentId: currentId,
  });
  useLanguageNews(editor, languages);
  const translating = useTranslateAll(alignmentId, editor);
  const fitCuts = useFitCuts(alignmentId);
  const navigate = useNavigate();
  const showCuts = () => navigate({ to: '/cuts/$subtitleId', params: { subtitleId: alignment.subtitle_id } });

  /** After the current row, else from the start of the page. */
  const findNext = async () => {
    const beforePage = editor.getState().segments[firstPosition - 1]?.id ?? 0;
    const mismatchId = await actions.findNextMismatch(currentId ?? beforePage);
    if (mismatchId !== null) choose(mismatchId);
  };
  const saveRevision = async () => {
    await actions.saveAll(autosave.sendLater);
    if (editor.getState().unsaved.size === 0) setDialog({ kind: 'revision' });
  };
  const replaceAll = async () => {
    if (findReplace.found) await actions.replaceAll(draftsOf(findReplace.found));
  };
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
    openDialog: setDialog,
    findReplace: findReplace.open,
    fitCuts: () => fitCuts.start(undefined, { onSettled: () => void showCuts() }),
  };
  const commands = useCommands(EDITOR_COMMANDS, context, currentId);

  return (
    <Stack gap={4}>
      <EditorLeaveGuard editor={editor} />
      <EditorToolbar
        {...{ alignmentId, editor, view, commands, waitingCount, findReplace }}
        onReplaceAll={() => void replaceAll()}
      />
      <EditorNotes
        {...{ editor, restored }}
        onSave={() => void actions.saveAll(autosave.sendLater)}
        onClose={forgetRestored}
      />
      <CollaboratorsNote collaborators={collaborators} page={pageOf(firstPosition)} />
      <TranslateAllProgress translating={translating} />
      <div className={classes.columns}>
        <FileMap
          editor={editor}
          page={pageOf(firstPosition)}
          onPage={(nextPage) => {
            if (view.filter !== 'all') view.setFilter('all');
            if (view.query !== '') view.setQuery('');
            view.turnTo(nextPage);
          }}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which of the rows in it has the focus. */}
        <div
          className={classes.table}
          {...handlers}
          onBlur={({ target, relatedTarget }) => {
            lastCaret.current = caretOf(target) ?? lastCaret.current;
            const left = segmentOf(target);
            if (left !== null && segmentOf(relatedTarget) !== left && !isInDialog(relatedTarget)) {
              autosave.save(left);
            }
          }}
        >
          <EditorTable
            editor={editor}
            warnings={warnings}
            commands={commands}
            view={view}
            onPage={onPage}
            languages={languages}
            usualRatio={usualRatio}
            currentId={currentId}
            selection={selection}
            finder={findReplace.finder}
            collaborators={collaborators}
            translations={translations}
          />
          {view.positions.length === 0 && <NoMatches editor={editor} view={view} />}
          <SelectionBar count={selection.ids.length} commands={commands} />
        </div>
        <Pager page={view.page} count={view.pageCount} onPage={view.turnTo} />
        {video ? (
          <>
            <VideoPanel {...{ editor, video, languages, commands, sideVideo, currentId }} />
            {sideVideo.isOpen && sideVideo.isTimelineShown && (
              <Timeline
                ref={sideVideo.timeline}
                {...{ editor, video, sideVideo, currentId }}
                onChoose={(id) => view.goTo(id)}
                onMoved={autosave.saveAtRest}
              />
            )}
          </>
        ) : (
          <VideoMissing />
        )}
      </div>
      <EditorDialogs
        {...{ editor, alignmentId, video, languages, dialog }}
        onRemove={(id) => void actions.remove(id)}
        onDivide={(divisions) => void actions.divide(divisions)}
        onRetime={(changes) => void actions.retime(changes)}
        onSave={(id) => void actions.save(id, autosave.sendLater)}
        selectedIds={selection.ids}
        onTranslate={() => translating.start({ which: 'mismatches' })}
        onOpen={setDialog}
        onClose={() => setDialog(null)}
      />
    </Stack>
  );
}

/** A dialog about a row is opened from it and leads back to it. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

function VideoMissing() {
  const { t } = useTranslation();
  return (
    <Text c="var(--error)" role="alert">
      {t('editor.videoFailed')}
    </Text>
  );
}

/** How long leaving waits for a save on its way, in milliseconds. */
const SETTLING_MS = 3000;

/** Asks before the page is left with rows that could not be saved. Turning its pages is not leaving. */
function EditorLeaveGuard({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const count = useEditorState(editor, ({ unsaved }) => unsaved.size);
  const settle = async () => {
    await Promise.race([editor.settled(), new Promise((resolve) => setTimeout(resolve, SETTLING_MS))]);
    return editor.getState().unsaved.size > 0;
  };
  return (
    <LeaveGuard
      isAsking={count > 0}
      settle={settle}
      title={t('editor.leaveTitle')}
      text={t('editor.leaveText', { count })}
      confirmLabel={t('editor.leave')}
    />
  );
}
