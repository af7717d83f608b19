import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import type { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { dayNames } from './day-names.ts';

/** Minutes of practice by day, as a chart. The table beside it has the same numbers. */
export function DayChart({ days }: { days: readonly practice.PractisedDay[] }) {
  const { t, i18n } = useTranslation();
  const isStill = useReducedMotion();
  const nameWeekday = dayNames(i18n.language);
  const label = t('progress.column.minutes');
  return (
    <BarChart
      h={240}
      data={days.map(({ day, minutes }) => ({ day: nameWeekday(day), [label]: minutes }))}
      dataKey="day"
      // Hidden from screen readers, so it must not get the focus.
      barChartProps={{ accessibilityLayer: false }}
      series={[{ name: label, color: 'var(--focus)' }]}
      yAxisProps={{ allowDecimals: false, width: 32, orientation: i18n.dir === 'rtl' ? 'right' : 'left' }}
      xAxisProps={{ reversed: i18n.dir === 'rtl', interval: 'equidistantPreserveStart' }}
      barProps={{ isAnimationActive: !isStill, radius: 3 }}
      gridColor="var(--edge)"
      textColor="var(--quiet)"
    />
  );
}
