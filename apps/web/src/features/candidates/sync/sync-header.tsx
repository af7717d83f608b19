import { ActionIcon, Button, Title } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconKeyboard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnsaved } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';
import classes from './sync-header.module.css';
import { useSyncState } from './use-sync-editor.ts';

export type HeaderDeeds = {
  back: () => void;
  undo: () => void;
  redo: () => void;
  reset: () => void;
  save: () => void;
  showKeys: () => void;
};

type Props = { editor: SyncEditor; title: string; facts: string; isSaving: boolean; deeds: HeaderDeeds };

/** What concerns the whole file. It stays in sight. */
export function SyncHeader({ editor, title, facts, isSaving, deeds }: Props) {
  const { t } = useTranslation();
  const hasUnsaved = useSyncState(editor, isUnsaved);
  const canUndo = useSyncState(editor, ({ done }) => done.length > 0);
  const canRedo = useSyncState(editor, ({ undone }) => undone.length > 0);
  const tool = (name: string, icon: ReactNode, isPossible: boolean, run: () => void, className?: string) => (
    <ActionIcon
      className={className}
      size={44}
      variant="default"
      aria-label={name}
      title={name}
      // A button that is disabled would lose the focus at the last step.
      aria-disabled={!isPossible || undefined}
      data-disabled={!isPossible || undefined}
      onClick={() => isPossible && run()}
    >
      {icon}
    </ActionIcon>
  );
  const off = { 'aria-disabled': !hasUnsaved || undefined, 'data-disabled': !hasUnsaved || undefined };
  return (
    <header className={classes.header}>
      {tool(
        t('sync.back'),
        <IconArrowLeft size={20} className={classes.arrow} aria-hidden />,
        true,
        deeds.back,
      )}
      <div className={classes.titles}>
        <Title order={1} size="h3">
          {t('sync.title')}
        </Title>
        <span className={classes.facts}>
          <bdi>{title}</bdi> · {facts}
        </span>
      </div>
      <output className={classes.unsaved}>{hasUnsaved && t('sync.unsaved')}</output>
      <div className={classes.tools}>
        {tool(t('sync.undo'), <IconArrowBackUp size={20} aria-hidden />, canUndo, deeds.undo)}
        {tool(t('sync.redo'), <IconArrowForwardUp size={20} aria-hidden />, canRedo, deeds.redo)}
        {tool(t('sync.keys'), <IconKeyboard size={20} aria-hidden />, true, deeds.showKeys, classes.keys)}
        <Button mih={44} variant="default" {...off} onClick={() => hasUnsaved && deeds.reset()}>
          {t('sync.reset')}
        </Button>
        <Button
          mih={44}
          {...off}
          aria-busy={isSaving || undefined}
          onClick={() => hasUnsaved && !isSaving && deeds.save()}
        >
          {t(isSaving ? 'sync.saving' : 'sync.save')}
        </Button>
      </div>
    </header>
  );
}
