import { Flex, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { buttonIcon } from '../../../../ui/button-icon.tsx';
import { FILTERS, type Filter } from '../model/filter-segments.ts';
import type { View } from '../table/use-view.ts';
import classes from './row-search.module.css';

const FILTER_NAMES = {
  all: 'editor.filterAll',
  mismatches: 'editor.filterMismatches',
  'low-confidence': 'editor.filterLowConfidence',
  'no-original': 'editor.filterNoOriginal',
  'no-translation': 'editor.filterNoTranslation',
  machine: 'editor.filterMachine',
  edited: 'editor.filterEdited',
  approved: 'editor.filterApproved',
  'not-approved': 'editor.filterNotApproved',
  warnings: 'editor.filterWarnings',
  'numbers-differ': 'editor.filterNumbers',
  'names-differ': 'editor.filterNames',
  'too-short': 'editor.filterTooShort',
  'too-long': 'editor.filterTooLong',
  overlap: 'editor.filterOverlap',
  'too-fast': 'editor.filterTooFast',
} as const satisfies Record<Filter, string>;

type Props = { view: View };

/** Search and filter of the table's rows. */
export function RowSearch({ view }: Props) {
  const { t } = useTranslation();
  // Counted when the list is opened: counting 10,000 rows for all filters is too slow for every keystroke.
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const countAll = () => setCounts(new Map(FILTERS.map((filter) => [filter, view.countRows(filter)])));
  return (
    <Flex flex="2 1 17rem" gap="0.375rem" maw="28rem">
      <TextInput
        flex="1 1 8rem"
        miw={0}
        type="search"
        size="sm"
        dir="auto"
        leftSection={buttonIcon(IconSearch)}
        placeholder={t('editor.search')}
        aria-label={t('editor.search')}
        title={t('editor.search')}
        value={view.query}
        onChange={({ currentTarget }) => view.setQuery(currentTarget.value)}
      />
      <Select
        flex="0 1 9.5rem"
        miw={0}
        size="sm"
        aria-label={t('editor.filter')}
        allowDeselect={false}
        maxDropdownHeight="none"
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        data={FILTERS.map((value) => ({ value, label: t(FILTER_NAMES[value]) }))}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            <span className={classes.count} aria-hidden>
              {counts.get(option.value)}
            </span>
          </span>
        )}
        value={view.filter}
        onDropdownOpen={countAll}
        onChange={(value) => view.chooseFilter((value ?? 'all') as Filter)}
      />
    </Flex>
  );
}
