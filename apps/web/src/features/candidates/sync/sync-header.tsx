import { Button, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { ToolButton } from '../../../ui/commands/tool-button.tsx';
import { commandsWithButtonIn, type SyncCommands } from './commands.ts';
import type { SyncEditor } from './model/sync-editor.ts';
import classes from './sync-header.module.css';
import { useSyncState } from './use-sync-editor.ts';

type Props = {
  editor: SyncEditor;
  title: string;
  facts: string;
  isSaving: boolean;
  commands: SyncCommands;
  onBack: () => void;
};

/** Sticky header with the actions on the whole file. */
export function SyncHeader({ editor, title, facts, isSaving, commands, onBack }: Props) {
  const { t } = useTranslation();
  useSyncState(editor, ({ done, undone }) => `${done.length > 0} ${undone.length > 0}`);
  const hasUnsaved = useSyncState(editor, () => commands.isEnabled('save'));
  const disabledProps = {
    'aria-disabled': !hasUnsaved || undefined,
    'data-disabled': !hasUnsaved || undefined,
  };
  return (
    <header className={classes.header}>
      <ToolButton name={t('sync.back')} Icon={IconArrowLeft} iconClassName={classes.arrow} onClick={onBack} />
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
        {commandsWithButtonIn('header').map(({ id, name, Icon }) => (
          <ToolButton
            key={id}
            className={classes[id]}
            name={t(name)}
            Icon={Icon}
            isEnabled={commands.isEnabled(id)}
            onClick={() => commands.run(id)}
          />
        ))}
        <Button variant="default" {...disabledProps} onClick={() => hasUnsaved && commands.run('reset')}>
          {t('sync.reset')}
        </Button>
        <Button
          {...disabledProps}
          aria-busy={isSaving || undefined}
          onClick={() => hasUnsaved && !isSaving && commands.run('save')}
        >
          {t(isSaving ? 'sync.saving' : 'sync.save')}
        </Button>
      </div>
    </header>
  );
}
