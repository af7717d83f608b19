import type { subtitles } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { type EditorCommands, ONE_SIDED_COMMANDS } from '../commands.ts';
import { hasEmptySide } from '../model/row-state.ts';
import type { Row } from '../model/row-cache.ts';
import type { Segment } from '../model/unsaved.ts';
import type { SegmentWarning, Warnings } from '../model/warnings.ts';
import classes from './row-notes.module.css';
import { useWarningText } from './use-warning-text.ts';

type Props = {
  row: Row;
  /** The text above it. Notes about the whole row are below the target. */
  side: 'original' | 'target';
  isCurrent: boolean;
  warnings: Warnings;
  commands: EditorCommands;
  writer: string | undefined;
  translation: subtitles.Translation | undefined;
};

/** Notes of a row: unsaved changes, another writer, and the check's warnings for the current row. */
export function RowNotes({ row, side, isCurrent, warnings, commands, writer, translation }: Props) {
  const { t } = useTranslation();
  const { segment, unsaved } = row;
  const all = useSyncExternalStore(warnings.subscribe, () => warnings.get(segment.id));
  const visible = isCurrent
    ? all.filter((warning) => (warning.side === 'original') === (side === 'original'))
    : [];
  const isTranslated = translation && unsaved?.fields.text_target === translation.translated_text;
  const isBehind = unsaved !== undefined && unsaved.version !== segment.version;
  if (side === 'original')
    return visible.length > 0 ? (
      <div className={classes.notes}>
        <WarningList list={visible} />
      </div>
    ) : null;
  const isOneSided = isCurrent && hasEmptySide(row.value);
  if (!unsaved && !writer && visible.length === 0 && !isOneSided) return null;
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
        {isBehind && <li className={classes.strong}>{t('editor.changedMeanwhile')}</li>}
        {writer && <li className={classes.writer}>{t('editor.writingHere', { username: writer })}</li>}
      </ul>
      <WarningList list={visible} />
    </div>
  );
}

/** Commands for a row without one of its texts, each with its own key: moving on never approves it. */
function OneSidedCommands({ value, commands }: { value: Segment; commands: EditorCommands }) {
  const { t } = useTranslation();
  // Nothing translates back into the original.
  const isUseful = (id: string) => id !== 'translate' || value.text_original.trim() !== '';
  return (
    <div role="toolbar" aria-label={t('editor.oneSided')} className={classes.remedies}>
      {ONE_SIDED_COMMANDS.filter(({ id }) => isUseful(id)).map(({ id, name, key }) => (
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
  const list = terms.map(({ term, translation: meant }) => `${term} → ${meant}`).join(', ');
  return (
    <p className={classes.translation}>
      <span>{origin}</span>
      {terms.length > 0 && <span>{t('editorTranslation.terms', { terms: list })}</span>}
      {source !== 'service' && (
        <button type="button" onClick={() => commands.run('translateByService', id)}>
          {t('editorTranslation.askService')}
        </button>
      )}
      <button type="button" onClick={() => commands.run('undo')}>
        {t('editorTranslation.undo')}
      </button>
    </p>
  );
}
