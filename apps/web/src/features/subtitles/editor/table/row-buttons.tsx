import {
  IconArrowMerge,
  IconArrowsSplit,
  IconDeviceFloppy,
  IconLanguage,
  IconPlayerPlay,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './row-buttons.module.css';

/** What can be done with a row. They must keep their identity. */
export type RowDeeds = {
  save: (id: number) => void;
  translate: (id: number, serviceOnly?: boolean) => void;
  play: (id: number) => void;
  insertAfter: (id: number) => void;
  merge: (id: number) => void;
  split: (id: number) => void;
  remove: (id: number) => void;
  /** Drops what is unsaved in it. */
  discard: (id: number) => void;
  undo: () => void;
};

const ACTIONS = [
  { deed: 'save', name: 'editor.save', Icon: IconDeviceFloppy },
  { deed: 'translate', name: 'editor.translate', Icon: IconLanguage },
  { deed: 'play', name: 'editor.play', Icon: IconPlayerPlay },
  { deed: 'insertAfter', name: 'editor.insert', Icon: IconRowInsertBottom },
  { deed: 'split', name: 'editor.split', Icon: IconArrowsSplit },
  { deed: 'merge', name: 'editor.merge', Icon: IconArrowMerge },
  { deed: 'remove', name: 'editor.delete', Icon: IconTrash },
] as const;

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type Props = { id: number; number: number; isUnsaved: boolean; deeds: RowDeeds };

/** The actions of a row: one stop for Tab, arrows go from one to the next. */
export const RowButtons = memo(function RowButtons({ id, number, isUnsaved, deeds }: Props) {
  const { t } = useTranslation();
  const [stop, setStop] = useState(0);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (stop + step + ACTIONS.length) % ACTIONS.length;
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
      {ACTIONS.map(({ deed, name, Icon }, index) => (
        // Plain buttons: 140 of them come with every page, and styled ones take longer than the rest of it.
        <button
          key={deed}
          type="button"
          className={classes.action}
          data-deed={deed}
          data-wanted={(deed === 'save' && isUnsaved) || undefined}
          aria-label={t(name)}
          title={t(name)}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          onClick={() => deeds[deed](id)}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
        </button>
      ))}
    </div>
  );
});
