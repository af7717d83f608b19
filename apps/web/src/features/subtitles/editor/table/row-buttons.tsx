import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { commandsIn, type EditorCommands } from '../commands.ts';
import classes from './row-buttons.module.css';

const BUTTONS = commandsIn('row');
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type Props = { id: number; number: number; isUnsaved: boolean; commands: EditorCommands };

/** The commands of a row: one stop for Tab, arrows go from one to the next. */
export const RowButtons = memo(function RowButtons({ id, number, isUnsaved, commands }: Props) {
  const { t } = useTranslation();
  const [stop, setStop] = useState(0);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (stop + step + BUTTONS.length) % BUTTONS.length;
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      role="toolbar"
      aria-label={t('editor.actionsOf', { number })}
      className={classes.actions}
      onKeyDown={onKeyDown}
    >
      {BUTTONS.map(({ id: command, name, Icon }, index) => (
        // Plain buttons: 140 of them come with every page, and styled ones take longer than the rest of it.
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
    </div>
  );
});
