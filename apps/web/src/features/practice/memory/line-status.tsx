import { useTranslation } from '../../../locales/translation.ts';
import { createDayFormat } from '../figures/day-format.ts';
import type { RememberedLine } from './use-line-memory.ts';

/** Describes a line's marks, hint and due day; empty without any. */
export function LineStatus({ line, isPractised }: { line: RememberedLine; isPractised: boolean }) {
  const { t, i18n } = useTranslation();
  const { hard, suspended, hasHint, isWaiting, dueDay } = line;
  const labels = [
    hard && t('memory.markedHard'),
    hasHint ? t('memory.hint') : isPractised && t('memory.said'),
    suspended && t('memory.suspended'),
    !suspended && isWaiting && t('memory.waiting'),
    !suspended &&
      !isWaiting &&
      dueDay !== null &&
      t('memory.due', { day: createDayFormat(i18n.language)(dueDay) }),
  ].filter((label) => typeof label === 'string');
  return labels.length > 0 && <span>{labels.join(' · ')}</span>;
}
