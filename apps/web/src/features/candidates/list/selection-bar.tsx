import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconCheck, IconListSearch, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import {
  ALL_RESULTS,
  countSelected,
  EMPTY_SELECTION,
  pageCheckboxState,
  type Selection,
  setSelected,
} from '../selection.ts';
import classes from './selection-bar.module.css';

type Props = {
  selection: Selection;
  /** The ids on this page, and the number of results on all pages. */
  page: readonly number[];
  resultCount: number;
  isScanning: boolean;
  onSelect: (selection: Selection) => void;
  onScan: () => void;
  onReview: (step: 'approve' | 'reject') => void;
};

/** A bar to select many candidates, with actions on them. */
export function SelectionBar(props: Props) {
  const { selection, page, resultCount, isScanning, onSelect, onScan, onReview } = props;
  const { t } = useTranslation();
  const count = countSelected(selection, resultCount);
  const pageState = pageCheckboxState(selection, page);
  return (
    <section className={classes.bar} aria-label={t('candidateSelection.label')}>
      <Group gap="md">
        <Checkbox
          label={t('candidateSelection.selectAll')}
          size="md"
          classNames={{ body: classes.all }}
          checked={pageState === 'all'}
          indeterminate={pageState === 'some'}
          onChange={({ currentTarget }) =>
            onSelect(setSelected(selection, page, currentTarget.checked, page))
          }
        />
        {count > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('candidateSelection.selected', { count })}
          </Text>
        )}
        {pageState === 'all' && count < resultCount && (
          <Button variant="subtle" px="sm" onClick={() => onSelect(ALL_RESULTS)}>
            {t('candidateSelection.selectAllMatching', { count: resultCount })}
          </Button>
        )}
        {count > 0 && (
          <Button variant="quiet" px="sm" onClick={() => onSelect(EMPTY_SELECTION)}>
            {t('candidateSelection.clear')}
          </Button>
        )}
      </Group>
      <Group gap="xs">
        {count > 0 && (
          <>
            <Button
              variant="subtle"
              px="sm"
              leftSection={buttonIcon(IconCheck)}
              onClick={() => onReview('approve')}
            >
              {t('candidateSelection.approve', { count })}
            </Button>
            <Button
              variant="subtle"
              px="sm"
              leftSection={buttonIcon(IconX)}
              onClick={() => onReview('reject')}
            >
              {t('candidateSelection.reject', { count })}
            </Button>
          </>
        )}
        <Button
          variant="default"
          disabled={isScanning}
          leftSection={buttonIcon(IconListSearch)}
          onClick={onScan}
        >
          {t('candidateSelection.bulkScan', { count })}
        </Button>
      </Group>
    </section>
  );
}
