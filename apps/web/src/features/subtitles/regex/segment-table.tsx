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
  onDecide: (index: number, isAccepted: boolean) => void;
  onDecideAll: (isAccepted: boolean) => void;
};

/** The segments. Only visible ones are rendered: there may be 10,000. */
export const SegmentTable = memo(function SegmentTable(props: Props) {
  const { rows, preview, rowFilter, language, onDecide } = props;
  const { t } = useTranslation();
  const scrolled = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => 64,
    // A measured height belongs to its segment, whichever rows are visible.
    getItemKey: (position) => rows[position]?.segment.index ?? position,
    overscan: 4,
  });
  if (rows.length === 0) {
    return (
      <Empty text={t(preview && rowFilter === 'matches' ? 'regex.nothingMatches' : 'regex.nothingToShow')} />
    );
  }
  const isDeciding = preview !== null && preview.changing > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by the keyboard.
    <section ref={scrolled} className={classes.scrolled} tabIndex={0} aria-label={t('regex.table')}>
      <table
        className={classes.table}
        aria-rowcount={rows.length + 1}
        data-deciding={isDeciding || undefined}
      >
        <Head {...props} isDeciding={isDeciding} />
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
                  {...{ isDeciding, language, onDecide }}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
});

function Head({ preview, isDeciding, onDecideAll }: Props & { isDeciding: boolean }) {
  const { t } = useTranslation();
  const refused = preview?.refused.size ?? 0;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {isDeciding && (
          <th scope="col">
            <VisuallyHidden>{t('regex.accept')}</VisuallyHidden>
            <label className={classes.check}>
              <input
                type="checkbox"
                ref={(input) => {
                  if (input) input.indeterminate = refused > 0 && refused < (preview?.changing ?? 0);
                }}
                aria-label={t('regex.acceptAll')}
                checked={refused === 0}
                onChange={({ currentTarget }) => onDecideAll(currentTarget.checked)}
              />
              <span className={classes.all} aria-hidden>
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
