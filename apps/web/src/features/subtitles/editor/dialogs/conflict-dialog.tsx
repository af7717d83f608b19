import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { diffWords } from '../../diff/word-diff.ts';
import type { Conflict } from '../model/editor-state.ts';
import classes from './conflict-dialog.module.css';

type Props = {
  conflict: Conflict;
  onChoose: (choice: 'mine' | 'theirs' | 'later') => void;
};

const FIELD_NAMES = [
  ['start_time', 'editor.start'],
  ['end_time', 'editor.end'],
  ['text_original', 'editor.columnOriginal'],
  ['text_target', 'editor.columnTarget'],
  ['mismatch', 'editor.mismatch'],
  ['label', 'editor.label'],
  ['approved', 'rowState.approved'],
] as const;

const formatValue = (value: unknown) => (value === true ? '✓' : value === false ? '–' : String(value ?? ''));

/** Shows both versions of a segment that someone else has saved first, and lets the user choose. */
export function ConflictDialog({ conflict, onChoose }: Props) {
  const { t } = useTranslation();
  const { current, mine } = conflict;
  return (
    <Dialog size="lg" title={t('editorConflict.title')} onClose={() => onChoose('later')}>
      <Stack gap="lg">
        <Text>{t('editorConflict.text')}</Text>
        {FIELD_NAMES.filter(([field]) => field in mine).map(([field, name]) => (
          <FieldDiff
            key={field}
            name={t(name)}
            theirs={formatValue(current[field])}
            mine={formatValue(mine[field])}
          />
        ))}
        <Group justify="flex-end" gap="sm">
          <Button variant="quiet" onClick={() => onChoose('later')}>
            {t('editorConflict.decideLater')}
          </Button>
          <Button variant="default" onClick={() => onChoose('theirs')} data-autofocus>
            {t('editorConflict.useTheirs')}
          </Button>
          <Button onClick={() => onChoose('mine')}>{t('editorConflict.keepMine')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function FieldDiff({ name, theirs, mine }: { name: string; theirs: string; mine: string }) {
  const { t } = useTranslation();
  // The parts are only replaced all at once, so their position can be the key.
  const parts = diffWords(theirs, mine).map((part, index) => ({ ...part, key: `${index} ${part.kind}` }));
  return (
    <section className={classes.field} aria-label={name}>
      <h3>{name}</h3>
      <div className={classes.sides}>
        <div>
          <h4>{t('editorConflict.theirs')}</h4>
          <p dir="auto">
            {parts
              .filter(({ kind }) => kind !== 'added')
              .map(({ key, text, kind }) => (kind === 'removed' ? <del key={key}>{text}</del> : text))}
          </p>
        </div>
        <div>
          <h4>{t('editorConflict.mine')}</h4>
          <p dir="auto">
            {parts
              .filter(({ kind }) => kind !== 'removed')
              .map(({ key, text, kind }) => (kind === 'added' ? <ins key={key}>{text}</ins> : text))}
          </p>
        </div>
      </div>
    </section>
  );
}
