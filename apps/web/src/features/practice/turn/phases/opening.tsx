import { useTranslation } from '../../../../locales/translation.ts';
import classes from '../panel/turn-panel.module.css';

/** Shown while the browser asks for the microphone. */
export function Opening() {
  const { t } = useTranslation();
  return <p className={classes.note}>{t('turn.openingHint')}</p>;
}
