import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import type { Preview, Row, RowFilter } from './preview.ts';
import { SegmentRow } from './segment-row.tsx';
import classes from './segment-table.module.css';

type Props = {
  rows: readonly Row[];
  preview: Preview | null;
  rowFilter: RowFilter;
  language: string;
  onAccept: (index: number, isAccepted: boolean) => void;
  onAcceptAll: (isAccepted: boolean) => void;
};

/** Table of the segments. Only visible rows are rendered: there can be 10,000. */
export const SegmentTable = memo(function SegmentTable(props: Props) {
  const { rows, preview, rowFilter, language, onAccept } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    // Keeps measured heights with their segments when the filter changes.
    getItemKey: (position) => rows[position]?.segment.index ?? position,
    overscan: 4,
  });
  if (rows.length === 0) {
    return (
      <Empty text={t(preview && rowFilter === 'matches' ? 'regex.nothingMatches' : 'regex.nothingToShow')} />
    );
  }
  const hasCheckboxes = preview !== null && preview.changeCount > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={t('regex.table')}>
      <table
        className={classes.table}
        aria-rowcount={rows.length + 1}
        data-has-checkboxes={hasCheckboxes || undefined}
      >
        <TableHead {...props} hasCheckboxes={hasCheckboxes} />
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index: position, start }) => {
            const { segment, match } = rows[position] as Row;
            return (
              <tr
                key={key}
                ref={virtual.measureElement}
                data-index={position}
                data-testid="regex-row"
                aria-rowindex={position + 2}
                style={{ transform: `translateY(${start}px)` }}
              >
                <SegmentRow
                  segment={segment}
                  match={match}
                  isRefused={preview?.refused.has(segment.index) ?? false}
                  {...{ hasCheckboxes, language, onAccept }}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
});

function TableHead({ preview, hasCheckboxes, onAcceptAll }: Props & { hasCheckboxes: boolean }) {
  const { t } = useTranslation();
  const refused = preview?.refused.size ?? 0;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasCheckboxes && (
          <th scope="col">
            <VisuallyHidden>{t('regex.accept')}</VisuallyHidden>
            <label className={classes.check}>
              <input
                type="checkbox"
                ref={(input) => {
                  if (input) input.indeterminate = refused > 0 && refused < (preview?.changeCount ?? 0);
                }}
                aria-label={t('regex.acceptAll')}
                checked={refused === 0}
                onChange={({ currentTarget }) => onAcceptAll(currentTarget.checked)}
              />
              <span className={classes.acceptAllLabel} aria-hidden>
                {t('regex.acceptAll')}
              </span>
            </label>
          </th>
        )}
        <th scope="col">{t('regex.number')}</th>
        <th scope="col">{t('regex.time')}</th>
        <th scope="col">{t('regex.originalText')}</th>
        <th scope="col">{t('regex.modifiedText')}</th>
      </tr>
    </thead>
  );
}
