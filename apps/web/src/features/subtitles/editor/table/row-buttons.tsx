import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { MoreMenu } from '../../../../ui/commands/more-menu.tsx';
import { commandsIn, type EditorCommands } from '../commands.ts';
import classes from './row-buttons.module.css';

const BUTTONS = commandsIn('row');
const MENU = commandsIn('rowMenu');
/** Includes the menu's button, the last one. */
const COUNT = BUTTONS.length + 1;
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type Props = { id: number; number: number; isUnsaved: boolean; commands: EditorCommands };

/** A row's commands on one line, and a menu: one tab stop, with arrow keys between them. */
export const RowButtons = memo(function RowButtons({ id, number, isUnsaved, commands }: Props) {
  const { t } = useTranslation();
  const [stop, setStop] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    // In the open menu arrow keys move between its items.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    const next = (stop + step + COUNT) % COUNT;
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  const more = (
    <button
      type="button"
      className={classes.action}
      aria-label={t('editor.moreActions')}
      aria-haspopup="menu"
      title={t('editor.moreActions')}
      tabIndex={stop === COUNT - 1 ? 0 : -1}
      onFocus={() => setStop(COUNT - 1)}
      onClick={() => setWasOpened(true)}
    >
      <IconDots size={20} stroke={1.6} aria-hidden />
    </button>
  );
  return (
    <div
      role="toolbar"
      aria-label={t('editor.actionsOf', { number })}
      className={classes.actions}
      onKeyDown={onKeyDown}
    >
      {BUTTONS.map(({ id: command, name, Icon }, index) => (
        // Plain buttons: every page has 140 of them, and styled ones would take longer than everything else.
        <button
          key={command}
          type="button"
          className={classes.action}
          data-command={command}
          data-wanted={(command === 'save' && isUnsaved) || undefined}
          aria-label={t(name)}
          title={t(name)}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
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
          target={more}
          onRun={(command) => commands.run(command, id)}
        />
      ) : (
        more
      )}
    </div>
  );
});
