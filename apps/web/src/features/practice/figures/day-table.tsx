import '@mantine/core/styles/Table.css';
import { Table } from '@mantine/core';
import type { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { createDayFormat } from './day-format.ts';

const COLUMNS = ['minutes', 'said', 'written', 'recalled'] as const;

/** A table of the days with practice, newest first, as an alternative to the chart. */
export function DayTable({ days }: { days: readonly practice.PractisedDay[] }) {
  const { t, i18n } = useTranslation();
  const formatDay = createDayFormat(i18n.language);
  const practised = days.filter(({ minutes }) => minutes > 0).toReversed();
  return (
    <details>
      <summary>{t('progress.asTable')}</summary>
      <Table.ScrollContainer minWidth={360}>
        <Table mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('progress.column.day')}</Table.Th>
              {COLUMNS.map((column) => (
                <Table.Th key={column} ta="end">
                  {t(`progress.column.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {practised.map((row) => (
              <Table.Tr key={row.day}>
                <Table.Th scope="row">{formatDay(row.day)}</Table.Th>
                {COLUMNS.map((column) => (
                  <Table.Td key={column} ta="end">
                    {row[column]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
}
