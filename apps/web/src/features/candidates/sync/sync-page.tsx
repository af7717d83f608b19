import { Alert, Button, Group } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { useClipPlayer } from '../../../media/use-clip-player.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { LeaveGuard } from '../../../ui/dialog/leave-guard.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Reference } from '../../../ui/sync/retime-dialog.tsx';
import { type OpenDialog, SYNC_COMMANDS, type SyncContext } from './commands.ts';
import { type ListHandle, SegmentList } from './list/segment-list.tsx';
import { isUnsaved } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';
import { PlayerPanel } from './player/player-panel.tsx';
import { useCurrentSegment } from './player/use-current-segment.ts';
import { SyncDialogs } from './sync-dialogs.tsx';
import { SyncHeader } from './sync-header.tsx';
import classes from './sync-page.module.css';
import { StretchPanel } from './timing/stretch-panel.tsx';
import { STEPS, TimingPanel } from './timing/timing-panel.tsx';
import { type EditorInput, useOpenSyncEditor } from './use-open-sync-editor.ts';
import { useSaveSync } from './use-save-sync.ts';
import { useSyncState } from './use-sync-editor.ts';

type Props = EditorInput & {
  title: string;
  /** Description of the version. */
  facts: string;
  youtubeId: string;
  language: string | undefined;
  references: readonly Reference[];
  onBack: () => void;
  onSignedOut: () => void;
};

export function SyncPage(props: Props) {
  const { title, facts, youtubeId, language, references, onBack, onSignedOut, ...editorInput } = props;
  const { candidateId, version, content, digest, draft } = editorInput;
  const { t } = useTranslation();
  const editor = useOpenSyncEditor(editorInput);
  const { player, attach } = useClipPlayer();
  const list = useRef<ListHandle>(null);
  const [step, setStep] = useState<number>(STEPS[0]);
  const [follows, setFollows] = useState(true);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [isNoteOpen, setIsNoteOpen] = useState(draft !== null);

  const show = useCallback((id: number, withFocus = false) => list.current?.show(id, withFocus), []);
  const onFollow = useCallback(
    (id: number) => {
      // Don't scroll away from a segment that the user is editing.
      const isBusy = document.activeElement?.closest('[data-segment]');
      if (follows && !isBusy) show(id);
    },
    [follows, show],
  );
  const { currentId, select } = useCurrentSegment(editor, player, onFollow);

  const { save, isSaving } = useSaveSync(editor, { candidateId, version, digest, onSignedOut });
  const context: SyncContext = {
    ...{ editor, player, currentId, step, select, show, save },
    reset: () => {
      editor.reset();
      setIsNoteOpen(false);
      toast.offer(t('sync.resetDone'), { label: t('app.undo'), run: editor.undo });
    },
    confirmRemove: (id) => {
      if (editor.getState().cueDocument.ids.length > 1) setDialog({ kind: 'remove', id });
      else toast.failure(t('syncList.cannotDeleteLast'));
    },
    openDialog: setDialog,
  };
  const commands = useCommands(SYNC_COMMANDS, context, currentId);

  return (
    <div className={classes.page}>
      <SyncLeaveGuard editor={editor} />
      <SyncHeader {...{ editor, title, facts, isSaving, commands, onBack }} />
      {isNoteOpen && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          withCloseButton
          closeButtonLabel={t('app.close')}
          onClose={() => setIsNoteOpen(false)}
        >
          {t(draft?.base === content ? 'sync.restored' : 'sync.restoredOverOther')}
        </Alert>
      )}
      <div className={classes.columns}>
        <aside className={classes.side}>
          <div className={classes.player}>
            <PlayerPanel
              {...{ editor, youtubeId, attach, player, currentId, follows, commands }}
              onFollow={setFollows}
            />
          </div>
          <div className={classes.tools}>
            <TimingPanel {...{ editor, currentId, step }} onStep={setStep} />
            <details className={classes.more}>
              <summary>{t('syncTiming.stretchAndSynchronise')}</summary>
              <StretchPanel {...{ editor, player, currentId }} />
              <Group mt="md">
                <Button variant="default" onClick={() => setDialog({ kind: 'synchronise' })}>
                  {t('syncTiming.synchronise')}
                </Button>
              </Group>
            </details>
          </div>
        </aside>
        <SegmentList ref={list} {...{ editor, commands, language, currentId, step }} onSelect={select} />
      </div>
      <SyncDialogs {...{ editor, references, dialog }} onClose={() => setDialog(null)} />
    </div>
  );
}

/** Asks before leaving with unsaved changes. */
function SyncLeaveGuard({ editor }: { editor: SyncEditor }) {
  const { t } = useTranslation();
  const hasUnsaved = useSyncState(editor, isUnsaved);
  return (
    <LeaveGuard
      isAsking={hasUnsaved}
      title={t('editor.leaveTitle')}
      text={t('sync.leaveText')}
      confirmLabel={t('editor.leave')}
    />
  );
}
