import { useTranslation } from '../../../locales/translation.ts';
import { dayNames } from '../figures/day-names.ts';
import type { RememberedLine } from './use-line-memory.ts';

/** Describes what is remembered about a line; renders nothing without data. */
export function LineStatus({ line, isPractised }: { line: RememberedLine; isPractised: boolean }) {
  const { t, i18n } = useTranslation();
  const { hard, suspended, hasHint, isWaiting, dueDay } = line;
  const words = [
    hard && t('memory.markedHard'),
    hasHint ? t('memory.hint') : isPractised && t('memory.said'),
    suspended && t('memory.suspended'),
    !suspended && isWaiting && t('memory.waiting'),
    !suspended && !isWaiting && dueDay !== null && t('memory.due', { day: dayNames(i18n.language)(dueDay) }),
  ].filter((word) => typeof word === 'string');
  return words.length > 0 && <span>{words.join(' · ')}</span>;
}
