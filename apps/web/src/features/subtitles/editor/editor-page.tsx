import { Stack, Text } from '@mantine/core';
import type { subtitles, videos } from '@sayback/contract';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CollaboratorsNote } from './collaboration/collaborators-note.tsx';
import { useCollaborators } from './collaboration/use-collaborators.ts';
import { EditorDialogs, type OpenDialog } from './dialogs/editor-dialogs.tsx';
import { EditorNotes } from './editor-notes.tsx';
import classes from './editor-page.module.css';
import { EditorToolbar } from './editor-toolbar.tsx';
import { EditorLeaveGuard } from './leave-guard.tsx';
import type { Segment, Unsaved } from './model/draft.ts';
import { pageOf } from './model/filter-segments.ts';
import { EditorTable } from './table/editor-table.tsx';
import { FileMap } from './table/file-map.tsx';
import { NothingFound } from './table/nothing-found.tsx';
import { Pager } from './table/pager.tsx';
import { caretOf, type RowCaret, segmentOf } from './table/row-elements.ts';
import { useView } from './table/use-view.ts';
import { TranslateAllProgress, useTranslateAll } from './translation/translate-all.tsx';
import { useDeeds } from './use-editor-actions.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useFindNext } from './use-find-next.ts';
import { useOpenEditor } from './use-open-editor.ts';
import { useRowDeeds } from './use-row-deeds.ts';
import { useSideVideo } from './video/use-side-video.ts';
import { VideoPanel } from './video/video-panel.tsx';

type Props = {
  alignment: subtitles.Alignment;
  segments: readonly Segment[];
  unsaved: ReadonlyMap<number, Unsaved>;
  video: videos.Video | null;
  username: string;
  page: number;
  onPage: (page: number) => void;
};

/** The editor over segments that have been read: the table, what concerns the whole file, and the video beside it. */
export function EditorPage(props: Props) {
  const { alignment, segments, unsaved, video, username, page, onPage } = props;
  const alignmentId = alignment.id;
  const languages = useMemo(
    () => ({ original: alignment.original_language, target: alignment.target_language }),
    [alignment.original_language, alignment.target_language],
  );
  const { editor, warnings, restored, forgetRestored } = useOpenEditor({
    alignmentId,
    username,
    segments,
    unsaved,
    languages,
  });
  const view = useView(editor, warnings, { page, onPage });
  const { deeds, translations } = useDeeds(editor, alignmentId, view);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const sideVideo = useSideVideo(editor, currentId);
  const table = useRef<HTMLDivElement>(null);
  const lastCaret = useRef<RowCaret | null>(null);
  const firstPlace = view.rows[0] ?? 0;
  const collaborators = useCollaborators(editor, alignmentId, {
    page: pageOf(firstPlace),
    segmentId: currentId,
  });
  const translating = useTranslateAll(alignmentId, () => void editor.reread('all'));

  const findNext = useFindNext(editor, deeds, { currentId, firstPlace, onFound: setCurrentId });
  const rowDeeds = useRowDeeds(deeds, lastCaret, setDialog);
  const turnTo = (wanted: number) => {
    onPage(wanted);
    table.current?.scrollIntoView({ block: 'start' });
  };
  const saveRevision = async () => {
    await deeds.saveAll();
    if (editor.getState().unsaved.size === 0) setDialog({ kind: 'revision' });
  };
  const whole = {
    findNext: () => void findNext(),
    undo: () => void deeds.undo(),
    redo: () => void deeds.redo(),
    saveAll: () => void deeds.saveAll(),
    saveRevision: () => void saveRevision(),
    translateAll: (which: 'empty' | 'mismatches') => {
      if (which === 'empty') translating.start(which);
      else setDialog({ kind: 'translateMismatches' });
    },
    showGlossary: () => setDialog({ kind: 'glossary' }),
    showKeys: () => setDialog({ kind: 'keys' }),
  };
  useEditorKeys(editor, currentId, {
    ...rowDeeds,
    ...whole,
    saveNext: (id, field) => void deeds.saveNext(id, field),
    nextRow: deeds.nextRow,
    split: (id, caret) => void deeds.split(id, caret),
    playHere: sideVideo.play,
  });

  return (
    <Stack gap="xs">
      <EditorLeaveGuard editor={editor} />
      <EditorNotes editor={editor} restored={restored} onClose={forgetRestored} />
      <CollaboratorsNote collaborators={collaborators} page={pageOf(firstPlace)} />
      <TranslateAllProgress translating={translating} />
      <EditorToolbar editor={editor} view={view} deeds={whole} />
      <div className={classes.columns}>
        <FileMap
          editor={editor}
          page={pageOf(firstPlace)}
          onPage={(wanted) => {
            if (view.filter !== 'all') view.setFilter('all');
            if (view.query !== '') view.setQuery('');
            turnTo(wanted);
          }}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which of the rows in it has the focus. */}
        <div
          ref={table}
          className={classes.table}
          onFocus={({ target }) => setCurrentId((last) => segmentOf(target) ?? last)}
          onBlur={({ target }) => {
            lastCaret.current = caretOf(target) ?? lastCaret.current;
          }}
        >
          <EditorTable
            editor={editor}
            warnings={warnings}
            deeds={rowDeeds}
            places={view.rows}
            languages={languages}
            currentId={currentId}
            foundId={view.foundId}
            collaborators={collaborators}
            translations={translations}
          />
          {view.positions.length === 0 && <NothingFound editor={editor} view={view} />}
          <Pager page={view.page} count={view.pageCount} onPage={turnTo} />
        </div>
        {video ? (
          <VideoPanel
            ref={sideVideo.handle}
            editor={editor}
            video={video}
            currentId={currentId}
            isOpen={sideVideo.isOpen}
            onToggle={sideVideo.toggle}
          />
        ) : (
          <VideoMissing />
        )}
      </div>
      <EditorDialogs
        {...{ editor, alignmentId, video, languages, dialog }}
        onRemove={(id) => void deeds.remove(id)}
        onSave={(id) => void deeds.save(id)}
        onTranslate={() => translating.start('mismatches')}
        onClose={() => setDialog(null)}
      />
    </Stack>
  );
}

function VideoMissing() {
  const { t } = useTranslation();
  return (
    <Text c="var(--error)" role="alert">
      {t('editor.videoFailed')}
    </Text>
  );
}
