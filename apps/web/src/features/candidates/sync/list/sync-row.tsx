import { Box } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { GrowingText } from '../../../../ui/growing-text.tsx';
import { commandsWithButtonIn, type SyncCommands } from '../commands.ts';
import { hasText } from '../model/content.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { useCue } from '../use-sync-editor.ts';
import classes from './sync-row.module.css';
import { TimeControl } from './time-control.tsx';

type Props = {
  editor: SyncEditor;
  commands: SyncCommands;
  id: number;
  /** The segment's number in the whole file, from 1. */
  number: number;
  language: string | undefined;
  isCurrent: boolean;
  /** Step of an edge, in milliseconds. */
  step: number;
  /** Must be referentially stable. */
  onSelect: (id: number) => void;
};

/** One segment of the list. Rerendered only when it changes. */
export const SyncRow = memo(function SyncRow(props: Props) {
  const { editor, commands, id, number, language, isCurrent, step, onSelect } = props;
  const { t } = useTranslation();
  const cue = useCue(editor, id);
  if (!cue) return null;
  const renderButtons = (area: 'row' | 'start' | 'end') =>
    commandsWithButtonIn(area).map(({ id: command, name, Icon }) => (
      // Plain buttons: there are a dozen per segment, and Mantine's would dominate the rendering time.
      <button
        key={command}
        type="button"
        className={classes.action}
        data-command={command}
        aria-label={t(name, { number })}
        title={t(name, { number })}
        onClick={() => commands.run(command, id)}
      >
        <Icon size={area === 'row' ? 20 : 18} stroke={1.6} aria-hidden />
      </button>
    ));
  const renderEdge = (name: 'start' | 'end') => (
    <TimeControl
      labels={{
        label: t(`syncList.${name}`),
        field: t(`syncList.${name}Of`, { number }),
        earlier: t(`syncList.${name}Earlier`, { number }),
        later: t(`syncList.${name}Later`, { number }),
      }}
      ms={cue[name]}
      onSet={(ms) => editor.setEdge(id, name, ms)}
      onStep={(direction) => editor.nudge(id, name, direction * step)}
    >
      {renderButtons(name)}
    </TimeControl>
  );

  return (
    <article
      className={classes.row}
      data-segment={id}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
      aria-label={t('editor.position', { number })}
      onFocus={() => onSelect(id)}
    >
      <button
        type="button"
        className={classes.number}
        aria-label={t('syncList.jumpTo', { number })}
        title={t('syncList.jumpTo', { number })}
        onClick={() => commands.run('jump', id)}
      >
        <span dir="ltr">#{number}</span>
        <Box component="span" c="var(--quiet)" fz="0.8125rem" fw={400}>
          {t('syncList.length', { seconds: ((cue.end - cue.start) / 1000).toFixed(1) })}
        </Box>
      </button>
      <div className={classes.times}>
        {renderEdge('start')}
        {renderEdge('end')}
      </div>
      <div className={classes.text}>
        <GrowingText
          name={t('syncList.textOf', { number })}
          language={language}
          value={cue.text}
          onChange={(typed) => editor.write(id, typed)}
        />
        {!hasText(cue) && (
          <Box component="p" px="0.625rem" c="var(--quiet)" fz="0.8125rem">
            {t('syncList.empty')}
          </Box>
        )}
      </div>
      <div className={classes.actions}>{renderButtons('row')}</div>
    </article>
  );
});
