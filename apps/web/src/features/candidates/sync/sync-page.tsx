import { Alert, Button, Group } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast.ts';
import { SyncLeaveGuard } from './leave-guard.tsx';
import { type ListHandle, SegmentList } from './list/segment-list.tsx';
import { PlayerPanel } from './player/player-panel.tsx';
import { useClipPlayer } from './player/use-clip-player.ts';
import { useCurrentSegment } from './player/use-current-segment.ts';
import { createRowDeeds } from './segment-actions.ts';
import { type OpenDialog, SyncDialogs } from './sync-dialogs.tsx';
import { SyncHeader } from './sync-header.tsx';
import classes from './sync-page.module.css';
import { StretchPanel } from './timing/stretch-panel.tsx';
import type { Reference } from './timing/synchronise-dialog.tsx';
import { STEPS, TimingPanel } from './timing/timing-panel.tsx';
import { type Opening, useOpenSyncEditor } from './use-open-sync-editor.ts';
import { useSaveSync } from './use-save-sync.ts';
import { useSyncKeys } from './use-sync-keys.ts';

type Props = Opening & {
  title: string;
  /** The version, for people. */
  facts: string;
  youtubeId: string;
  language: string | undefined;
  references: readonly Reference[];
  onBack: () => void;
  onSignedOut: () => void;
};

/** The editor itself, over what was loaded. */
export function SyncPage(props: Props) {
  const { title, facts, youtubeId, language, references, onBack, onSignedOut, ...opening } = props;
  const { candidateId, version, content, kept } = opening;
  const { t } = useTranslation();
  const editor = useOpenSyncEditor(opening);
  const { player, attach } = useClipPlayer();
  const list = useRef<ListHandle>(null);
  const [step, setStep] = useState<number>(STEPS[0]);
  const [follows, setFollows] = useState(true);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [isNoteOpen, setIsNoteOpen] = useState(kept !== null);

  const show = useCallback((id: number, withFocus = false) => list.current?.show(id, withFocus), []);
  const onFollow = useCallback(
    (id: number) => {
      // Who is writing isn't to be carried off.
      const isBusy = document.activeElement?.closest('[data-segment]');
      if (follows && !isBusy) show(id);
    },
    [follows, show],
  );
  const { currentId, choose } = useCurrentSegment(editor, player, onFollow);

  const rowDeeds = useMemo(() => {
    const askRemove = (id: number) => {
      if (editor.getState().cueDocument.ids.length > 1) setDialog({ kind: 'remove', id });
      else toast.failure(t('syncList.cannotDeleteLast'));
    };
    return createRowDeeds({ editor, player, step, choose, show, askRemove });
  }, [editor, player, step, choose, show, t]);

  const goBy = (by: -1 | 1) => {
    const { ids } = editor.getState().cueDocument;
    const id = ids[editor.numberOf(currentId) - 1 + by];
    if (id !== undefined) rowDeeds.go(id);
  };
  const { save, isSaving } = useSaveSync(editor, { candidateId, version, onSignedOut });
  const reset = () => {
    editor.reset();
    setIsNoteOpen(false);
    toast.offer(t('sync.resetDone'), { label: t('sync.undo'), run: editor.undo });
  };
  const whole = {
    save,
    undo: editor.undo,
    redo: editor.redo,
    previous: () => goBy(-1),
    next: () => goBy(1),
    playPause: () => (player?.getState().isPlaying ? player.pause() : player?.play()),
    playCurrent: () => rowDeeds.play(currentId),
    showKeys: () => setDialog({ kind: 'keys' }),
  };
  useSyncKeys(currentId, rowDeeds, whole);

  return (
    <div className={classes.page}>
      <SyncLeaveGuard editor={editor} />
      <SyncHeader {...{ editor, title, facts, isSaving }} deeds={{ ...whole, reset, back: onBack }} />
      {isNoteOpen && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          withCloseButton
          closeButtonLabel={t('app.close')}
          onClose={() => setIsNoteOpen(false)}
        >
          {t(kept?.base === content ? 'sync.restored' : 'sync.restoredOverOther')}
        </Alert>
      )}
      <div className={classes.columns}>
        <aside className={classes.side}>
          <div className={classes.player}>
            <PlayerPanel
              {...{ editor, youtubeId, attach, player, currentId, follows }}
              deeds={whole}
              onFollow={setFollows}
            />
          </div>
          <div className={classes.tools}>
            <TimingPanel {...{ editor, currentId, step }} onStep={setStep} />
            <details className={classes.more}>
              <summary>{t('syncTiming.more')}</summary>
              <StretchPanel {...{ editor, player, currentId }} />
              <Group mt="md">
                <Button variant="default" mih={44} onClick={() => setDialog({ kind: 'synchronise' })}>
                  {t('syncTiming.synchronise')}
                </Button>
              </Group>
            </details>
          </div>
        </aside>
        <SegmentList ref={list} {...{ editor, language, currentId }} deeds={rowDeeds} />
      </div>
      <SyncDialogs {...{ editor, references, dialog }} onClose={() => setDialog(null)} />
    </div>
  );
}
