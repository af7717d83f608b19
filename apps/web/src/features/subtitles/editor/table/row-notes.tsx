import { Box } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { type EditorCommands, ONE_SIDED_COMMANDS } from '../commands.ts';
import type { Row } from '../model/row-cache.ts';
import { hasEmptySide } from '../model/row-state.ts';
import type { Segment } from '../model/unsaved.ts';
import type { SegmentWarning, Warnings } from '../model/warnings.ts';
import classes from './row-notes.module.css';
import { useWarningText } from './use-warning-text.ts';

type Props = {
  row: Row;
  /** Side of the text above. Notes about the whole row are below the target. */
  side: 'original' | 'target';
  isCurrent: boolean;
  warnings: Warnings;
  commands: EditorCommands;
  collaborator: string | undefined;
  translation: subtitles.Translation | undefined;
};

/** Notes below a text: unsaved changes, another person editing the row, and the warnings of the current row. */
export function RowNotes({ row, side, isCurrent, warnings, commands, collaborator, translation }: Props) {
  const { t } = useTranslation();
  const { segment, unsaved } = row;
  const rowWarnings = useSyncExternalStore(warnings.subscribe, () => warnings.get(segment.id));
  const visibleWarnings = isCurrent
    ? rowWarnings.filter((warning) => (warning.side === 'original') === (side === 'original'))
    : [];
  const isTranslated = translation && unsaved?.fields.text_target === translation.translated_text;
  const isOutdated = unsaved !== undefined && unsaved.version !== segment.version;
  if (side === 'original')
    return visibleWarnings.length > 0 ? (
      <div className={classes.notes}>
        <WarningList list={visibleWarnings} />
      </div>
    ) : null;
  const isOneSided = isCurrent && hasEmptySide(row.value);
  if (!unsaved && !collaborator && visibleWarnings.length === 0 && !isOneSided) return null;
  return (
    <div className={classes.notes}>
      {isOneSided && <OneSidedCommands value={row.value} commands={commands} />}
      {isTranslated && <TranslationNote id={segment.id} translation={translation} commands={commands} />}
      <ul className={classes.list}>
        {unsaved && (
          <li className={classes.unsaved}>
            {t('editor.unsaved')}
            <button type="button" onClick={() => commands.run('discard', segment.id)}>
              {t('editor.discard')}
            </button>
          </li>
        )}
        {isOutdated && (
          <Box component="li" c="var(--error)" fw={600}>
            {t('editor.changedMeanwhile')}
          </Box>
        )}
        {collaborator && (
          <Box component="li" c="var(--focus)" fw={600}>
            {t('editor.editedByOther', { username: collaborator })}
          </Box>
        )}
      </ul>
      <WarningList list={visibleWarnings} />
    </div>
  );
}

/** Buttons that fix a row without one of its texts, with their keys. */
function OneSidedCommands({ value, commands }: { value: Segment; commands: EditorCommands }) {
  const { t } = useTranslation();
  // A missing original can't be translated.
  const canRun = (id: string) => id !== 'translate' || value.text_original.trim() !== '';
  return (
    <div role="toolbar" aria-label={t('editor.oneSided')} className={classes.fixes}>
      {ONE_SIDED_COMMANDS.filter(({ id }) => canRun(id)).map(({ id, name, key }) => (
        <button key={id} type="button" aria-keyshortcuts={key} onClick={() => commands.run(id, value.id)}>
          {t(name)}
          <kbd aria-hidden>{key.replaceAll('+', ' ')}</kbd>
        </button>
      ))}
    </div>
  );
}

function WarningList({ list }: { list: readonly SegmentWarning[] }) {
  const warningText = useWarningText();
  if (list.length === 0) return null;
  return (
    <ul className={classes.list}>
      {list.map((warning) => (
        <li key={warningText(warning)} className={classes.warning}>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          {warningText(warning)}
        </li>
      ))}
    </ul>
  );
}

type NoteProps = { id: number; translation: subtitles.Translation; commands: EditorCommands };

function TranslationNote({ id, translation, commands }: NoteProps) {
  const { t } = useTranslation();
  const { source, terms } = translation;
  const origin =
    source === 'glossary'
      ? t('editorTranslation.fromGlossary')
      : source === 'memory'
        ? t('editorTranslation.fromMemory')
        : t('editorTranslation.fromService');
  const list = terms.map(({ term, translation: targetTerm }) => `${term} → ${targetTerm}`).join(', ');
  return (
    <p className={classes.translation}>
      <span>{origin}</span>
      {terms.length > 0 && <span>{t('editorTranslation.terms', { terms: list })}</span>}
      {source !== 'service' && (
        <button type="button" onClick={() => commands.run('translateByService', id)}>
          {t('editorTranslation.askServiceInstead')}
        </button>
      )}
      <button type="button" onClick={() => commands.run('undo')}>
        {t('app.undo')}
      </button>
    </p>
  );
}
