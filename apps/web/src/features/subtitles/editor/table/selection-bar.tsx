import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/VisuallyHidden.css';
import { ActionIcon, Button, CloseButton, Menu, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import { commandsIn, type EditorCommands } from '../commands.ts';
import classes from './selection-bar.module.css';

const COMMANDS = commandsIn('selection');

/** How many rows are selected, and what can be done with all of them. Screen readers hear the count. */
export function SelectionBar({ count, commands }: { count: number; commands: EditorCommands }) {
  const { t } = useTranslation();
  const text = t('selection.count', { count });
  return (
    <div className={classes.place}>
      <VisuallyHidden role="status">{count > 0 && text}</VisuallyHidden>
      {count > 0 && (
        <div role="toolbar" aria-label={t('selection.title')} className={classes.bar}>
          <span className={classes.count} aria-hidden>
            {text}
          </span>
          {COMMANDS.map(({ id, name, Icon }) => (
            <Button
              key={id}
              className={classes.action}
              data-command={id}
              mih={44}
              px="sm"
              variant="subtle"
              color="gray"
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => commands.run(id)}
            >
              {t(name)}
            </Button>
          ))}
          <MoreMenu commands={commands} />
          <CloseButton
            size={44}
            iconSize={20}
            aria-label={t('selection.clear')}
            title={t('selection.clear')}
            onClick={() => commands.run('clearSelection')}
          />
        </div>
      )}
    </div>
  );
}

/** On a phone there is room for the first command alone. */
function MoreMenu({ commands }: { commands: EditorCommands }) {
  const { t } = useTranslation();
  return (
    <Menu position="top-end" keepMounted={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className={classes.more}
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t('selection.more')}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COMMANDS.slice(1).map(({ id, name, Icon }) => (
          <Menu.Item
            key={id}
            mih={44}
            className={classes.action}
            data-command={id}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => commands.run(id)}
          >
            {t(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
