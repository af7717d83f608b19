import { Box } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconFlag } from '@tabler/icons-react';
import { memo, type Ref } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { GrowingText } from '../../../../ui/growing-text.tsx';
import quiet from '../../../../ui/quiet-field.module.css';
import type { EditorCommands } from '../commands.ts';
import { useEditorDocument } from '../editor-document.ts';
import type { RowFinder } from '../find-replace/use-find-replace.ts';
import { tidyTimes } from '../model/build-step.ts';
import { findTimeProblem } from '../model/times.ts';
import { useRow } from '../use-editor-state.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowFlags } from './row-flags.tsx';
import { RowNotes } from './row-notes.tsx';
import classes from './segment-row.module.css';
import { TimeField } from './time-field.tsx';

type Props = {
  ref: Ref<HTMLTableRowElement>;
  /** Index in the view, from 0. */
  index: number;
  commands: EditorCommands;
  id: number;
  /** Number in the whole alignment, from 1. */
  number: number;
  isCurrent: boolean;
  isHighlighted: boolean;
  isSelected: boolean;
  onSelect: (id: number, isRange: boolean) => void;
  finder: RowFinder | null;
  /** Name of another person who is editing the row. */
  collaborator: string | undefined;
  translation: subtitles.Translation | undefined;
};

/** Row of a segment. It is rendered again only when something in it changes. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { ref, index, commands, id, number } = props;
  const { isCurrent, isHighlighted, isSelected, onSelect, finder, collaborator, translation } = props;
  const { t } = useTranslation();
  const { editor, warnings, languages, medianRatio } = useEditorDocument();
  const row = useRow(editor, id);
  if (!row) return null;
  const { value, unsaved, isBusy } = row;
  const problem = findTimeProblem(tidyTimes(value));
  const name = t('editor.position', { number });
  const findMatch = (field: 'text_original' | 'text_target') =>
    finder?.fields.includes(field) ? finder.find([value[field]])[0] : null;
  const matches = { text_original: findMatch('text_original'), text_target: findMatch('text_target') };
  const renderText = (field: 'text_original' | 'text_target') => (
    <GrowingText
      marks={matches[field]?.matches}
      isClamped={!isCurrent && !matches[field]}
      name={`${name}, ${t(field === 'text_original' ? 'editor.columnOriginal' : 'editor.columnTarget')}`}
      field={field}
      language={field === 'text_original' ? languages.original : languages.target}
      value={value[field]}
      onChange={(typed) => editor.write(id, field, typed)}
    />
  );
  const renderTime = (field: 'start_time' | 'end_time') => (
    <TimeField
      name={`${name}, ${t(field === 'start_time' ? 'editor.start' : 'editor.end')}`}
      field={field}
      value={value[field]}
      problem={problem?.field === field ? problem.kind : null}
      onChange={(typed) => editor.write(id, field, typed)}
    />
  );

  return (
    <tr
      ref={ref}
      className={classes.row}
      data-index={index}
      aria-rowindex={index + 2}
      data-segment={id}
      data-unsaved={unsaved !== undefined || undefined}
      data-mismatch={value.mismatch || undefined}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-found={isHighlighted || undefined}
      aria-busy={isBusy || undefined}
    >
      <td>
        <div className={classes.metadata}>
          <span className={classes.number}>
            <input
              type="checkbox"
              data-field="selected"
              aria-label={t('selection.row', { number })}
              checked={isSelected}
              onChange={({ nativeEvent }) => onSelect(id, (nativeEvent as MouseEvent).shiftKey)}
            />
            {number}
          </span>
          {renderTime('start_time')}
          {renderTime('end_time')}
          <label className={classes.label}>
            <span>{t('editor.label')}</span>
            <input
              className={quiet.field}
              data-field="label"
              aria-label={`${name}, ${t('editor.label')}`}
              dir="auto"
              maxLength={40}
              value={value.label}
              onChange={({ currentTarget }) => editor.write(id, 'label', currentTarget.value)}
            />
          </label>
          <label className={classes.mismatch} title={t('editor.mismatch')}>
            <input
              type="checkbox"
              data-field="mismatch"
              aria-label={`${name}, ${t('editor.mismatch')}`}
              checked={value.mismatch}
              onChange={({ currentTarget }) => editor.write(id, 'mismatch', currentTarget.checked)}
            />
            <IconFlag size={16} stroke={1.8} aria-hidden />
            <span>{t('editor.mismatch')}</span>
          </label>
          <RowFlags {...{ value, languages, medianRatio, warnings }} />
        </div>
      </td>
      <td className={classes.text} data-column={t('editor.columnOriginal')}>
        {renderText('text_original')}
        {finder?.hasReplacement && matches.text_original && (
          <ReplacementPreview text={matches.text_original.after} />
        )}
        <RowNotes side="original" {...{ row, isCurrent, warnings, commands, collaborator, translation }} />
      </td>
      <td className={classes.text} data-column={t('editor.columnTarget')}>
        {renderText('text_target')}
        {finder?.hasReplacement && matches.text_target && (
          <ReplacementPreview text={matches.text_target.after} />
        )}
        <RowNotes side="target" {...{ row, isCurrent, warnings, commands, collaborator, translation }} />
      </td>
      <td>
        <RowButtons id={id} number={number} isUnsaved={unsaved !== undefined} commands={commands} />
      </td>
    </tr>
  );
});

function ReplacementPreview({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <p className={classes.replacement} dir="auto">
      <Box component="span" c="var(--quiet)" fz="0.75rem">
        {t('findReplace.becomes')}
      </Box>{' '}
      {text}
    </p>
  );
}
