import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { MoreMenu } from '../../../../ui/commands/more-menu.tsx';
import { commandsWithButtonIn, type EditorCommands } from '../commands.ts';
import classes from './row-buttons.module.css';

const BUTTONS = commandsWithButtonIn('row');
const MENU = commandsWithButtonIn('rowMenu');
/** Includes the menu button, which is last. */
const BUTTON_COUNT = BUTTONS.length + 1;
const ARROW_STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type Props = { id: number; number: number; isUnsaved: boolean; commands: EditorCommands };

/** Toolbar with a row's commands and a menu. It is a single tab stop; arrow keys move between the buttons. */
export const RowButtons = memo(function RowButtons({ id, number, isUnsaved, commands }: Props) {
  const { t } = useTranslation();
  const [tabStop, setTabStop] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = ARROW_STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    // Ignore keys in the open menu, where they move between its items.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    const next = (tabStop + step + BUTTON_COUNT) % BUTTON_COUNT;
    setTabStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  const menuButton = (
    <button
      type="button"
      className={classes.action}
      aria-label={t('editor.moreActions')}
      aria-haspopup="menu"
      title={t('editor.moreActions')}
      tabIndex={tabStop === BUTTON_COUNT - 1 ? 0 : -1}
      onFocus={() => setTabStop(BUTTON_COUNT - 1)}
      onClick={() => setWasOpened(true)}
    >
      <IconDots size={20} stroke={1.6} aria-hidden />
    </button>
  );
  return (
    <div
      role="toolbar"
      aria-label={t('editor.actionsLabel', { number })}
      className={classes.actions}
      onKeyDown={onKeyDown}
    >
      {BUTTONS.map(({ id: command, name, Icon }, index) => (
        // Native buttons: a page has 140 of them, and Mantine's would take longer to render than the rest of the page.
        <button
          key={command}
          type="button"
          className={classes.action}
          data-command={command}
          data-highlighted={(command === 'save' && isUnsaved) || undefined}
          aria-label={t(name)}
          title={t(name)}
          tabIndex={index === tabStop ? 0 : -1}
          onFocus={() => setTabStop(index)}
          onClick={() => commands.run(command, id)}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
        </button>
      ))}
      {wasOpened ? (
        <MoreMenu
          commands={MENU}
          defaultOpened
          position="bottom-end"
          target={menuButton}
          onRun={(command) => commands.run(command, id)}
        />
      ) : (
        menuButton
      )}
    </div>
  );
});
