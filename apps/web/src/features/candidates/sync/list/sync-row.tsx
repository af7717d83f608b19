import {
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowingText } from '../../../../ui/growing-text.tsx';
import { hasText } from '../model/content.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import type { RowDeeds } from '../segment-actions.ts';
import { useCue } from '../use-sync-editor.ts';
import classes from './sync-row.module.css';
import { TimeControl } from './time-control.tsx';

type Props = {
  editor: SyncEditor;
  deeds: RowDeeds;
  id: number;
  /** From 1 on, in the whole file. */
  number: number;
  language: string | undefined;
  isCurrent: boolean;
};

/** One segment of the list. It is drawn anew only when something in it changes. */
export const SyncRow = memo(function SyncRow({ editor, deeds, id, number, language, isCurrent }: Props) {
  const { t } = useTranslation();
  const cue = useCue(editor, id);
  if (!cue) return null;
  const button = (name: string, icon: ReactNode, onClick: () => void, kind?: 'delete') => (
    // Plain buttons: a dozen of them come with every segment, and styled ones take longer than the rest of it.
    <button
      type="button"
      className={classes.action}
      data-kind={kind}
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  const edge = (name: 'start' | 'end', clip: ReactNode) => (
    <TimeControl
      names={{
        label: t(`syncList.${name}`),
        field: t(`syncList.${name}Of`, { number }),
        earlier: t(`syncList.${name}Earlier`, { number }),
        later: t(`syncList.${name}Later`, { number }),
      }}
      ms={cue[name]}
      onSet={(ms) => deeds.setEdge(id, name, ms)}
      onStep={(direction) => deeds.nudge(id, name, direction)}
    >
      {clip}
    </TimeControl>
  );

  return (
    <article
      className={classes.row}
      data-segment={id}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
      aria-label={t('syncList.segment', { number })}
      onFocus={() => deeds.choose(id)}
    >
      <button
        type="button"
        className={classes.number}
        aria-label={t('syncList.jump', { number })}
        title={t('syncList.jump', { number })}
        onClick={() => deeds.jump(id)}
      >
        <span dir="ltr">#{number}</span>
        <span className={classes.length}>
          {t('syncList.length', { seconds: ((cue.end - cue.start) / 1000).toFixed(1) })}
        </span>
      </button>
      <div className={classes.times}>
        {edge(
          'start',
          button(
            t('syncList.playStart', { number }),
            <IconPlayerSkipBack size={18} stroke={1.6} aria-hidden />,
            () => deeds.playStart(id),
          ),
        )}
        {edge(
          'end',
          button(
            t('syncList.playEnd', { number }),
            <IconPlayerSkipForward size={18} stroke={1.6} aria-hidden />,
            () => deeds.playEnd(id),
          ),
        )}
      </div>
      <div className={classes.text}>
        <GrowingText
          name={t('syncList.textOf', { number })}
          language={language}
          value={cue.text}
          onChange={(typed) => deeds.write(id, typed)}
        />
        {!hasText(cue) && <p className={classes.note}>{t('syncList.empty')}</p>}
      </div>
      <div className={classes.actions}>
        {button(t('syncList.play', { number }), <IconPlayerPlay size={20} stroke={1.6} aria-hidden />, () =>
          deeds.play(id),
        )}
        {button(
          t('syncList.insert', { number }),
          <IconRowInsertBottom size={20} stroke={1.6} aria-hidden />,
          () => deeds.insertAfter(id),
        )}
        {button(
          t('syncList.delete', { number }),
          <IconTrash size={20} stroke={1.6} aria-hidden />,
          () => deeds.remove(id),
          'delete',
        )}
      </div>
    </article>
  );
});
