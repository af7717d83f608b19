import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import type { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { createDayFormat } from './day-format.ts';

/** A chart of the minutes of practice by day. The table below has the same numbers. */
export function DayChart({ days }: { days: readonly practice.PractisedDay[] }) {
  const { t, i18n } = useTranslation();
  const isReducedMotion = useReducedMotion();
  const formatDay = createDayFormat(i18n.language);
  const label = t('progress.column.minutes');
  return (
    <BarChart
      h={240}
      data={days.map(({ day, minutes }) => ({ day: formatDay(day), [label]: minutes }))}
      dataKey="day"
      // Hidden from screen readers, so it must not get the focus.
      barChartProps={{ accessibilityLayer: false }}
      series={[{ name: label, color: 'var(--focus)' }]}
      yAxisProps={{ allowDecimals: false, width: 32, orientation: i18n.dir === 'rtl' ? 'right' : 'left' }}
      xAxisProps={{ reversed: i18n.dir === 'rtl', interval: 'equidistantPreserveStart' }}
      barProps={{ isAnimationActive: !isReducedMotion, radius: 3 }}
      gridColor="var(--edge)"
      textColor="var(--quiet)"
    />
  );
}
