import '@mantine/core/styles/VisuallyHidden.css';
import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { MoreMenu } from '../../../../ui/commands/more-menu.tsx';
import { commandsWithButtonIn } from '../commands.ts';
import { useSession } from '../editor-session.ts';
import classes from './selection-bar.module.css';

const COMMANDS = commandsWithButtonIn('selection');

/** Bar with the number of selected rows, which screen readers announce, and the commands for them. */
export function SelectionBar() {
  const { t } = useTranslation();
  const { selection, commands } = useSession();
  const count = selection.ids.length;
  const text = t('selection.count', { count });
  return (
    <div className={classes.dock}>
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
              px="sm"
              variant="quiet"
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => commands.run(id)}
            >
              {t(name)}
            </Button>
          ))}
          {/* On a phone only the first command has room. */}
          <MoreMenu
            name={t('selection.more')}
            commands={COMMANDS.slice(1)}
            position="top-end"
            size={44}
            color="gray"
            className={classes.more}
            itemClassName={classes.action}
            onRun={commands.run}
          />
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
