import { Button, Group, Select, Text } from '@mantine/core';
import { useTranslation } from '../../../locales/translation.ts';
import type { Preview, RowFilter } from './preview.ts';
import classes from './regex-editor.module.css';

type Props = {
  preview: Preview | null;
  rowFilter: RowFilter;
  /** Number of the preview's changes that aren't refused. */
  accepted: number;
  /** Number of accepted changes that leave no text. */
  emptied: number;
  drafted: number;
  total: number;
  isApplying: boolean;
  isSaving: boolean;
  /** True while the lesson is being changed. */
  isApplyingToLesson: boolean;
  onFilter: (rowFilter: RowFilter) => void;
  onApply: () => void;
  onSave: () => void;
  onApplyToLesson: () => void;
};

/** Bar with the row filter, the numbers of matches and changes, and the buttons that apply and save. */
export function SummaryBar(props: Props) {
  const { preview, rowFilter, accepted, drafted, isApplying, isSaving, isApplyingToLesson } = props;
  const { onFilter, onApply, onSave, onApplyToLesson } = props;
  const { t } = useTranslation();
  const choices: { value: RowFilter; label: string }[] = [
    ...(preview ? [{ value: 'matches' as const, label: t('regex.showMatches') }] : []),
    { value: 'draft', label: t('regex.showDraft') },
    { value: 'all', label: t('regex.showAll') },
  ];
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Group gap="md" align="flex-end">
        <Select
          label={t('regex.show')}
          size="md"
          data={choices}
          value={rowFilter}
          allowDeselect={false}
          onChange={(value) => value && onFilter(value as RowFilter)}
          className={classes.show}
        />
        <Counts {...props} />
      </Group>
      <Group gap="sm" className={classes.actions}>
        <Button
          variant="default"
          loading={isApplying}
          disabled={accepted === 0 || isSaving || isApplyingToLesson}
          onClick={onApply}
        >
          {t('regex.applyChanges')}
        </Button>
        <Button
          variant="default"
          loading={isSaving}
          disabled={isApplying || isApplyingToLesson}
          onClick={onSave}
        >
          {t('regex.saveEdited')}
        </Button>
        <Button
          loading={isApplyingToLesson}
          disabled={isApplying || isSaving || accepted + drafted === 0}
          onClick={onApplyToLesson}
        >
          {t('regex.applyToLesson')}
        </Button>
      </Group>
    </Group>
  );
}

function Counts({ preview, accepted, emptied, drafted, total }: Props) {
  const { t } = useTranslation();
  const refused = preview?.refused.size ?? 0;
  const counts = preview
    ? [
        t('regex.matchCount', { count: preview.matches.size }),
        accepted > 0 && t('regex.accepted', { count: accepted }),
        refused > 0 && t('regex.refusedCount', { count: refused }),
      ]
    : [t('editor.count', { count: total }), drafted > 0 && t('regex.draftCount', { count: drafted })];
  return (
    <Text role="status" className={classes.counts}>
      {counts.filter(Boolean).join(' · ')}
      {emptied > 0 && (
        <Text span inherit c="var(--error)">
          {` · ${t('regex.emptiedCount', { count: emptied })}`}
        </Text>
      )}
    </Text>
  );
}
