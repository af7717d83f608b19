import { Loader } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from '../panel/turn-panel.module.css';

/** Shown while the take is being measured. */
export function Processing() {
  const { t } = useTranslation();
  return (
    <p className={classes.note}>
      <Loader size={16} color="currentColor" aria-hidden /> {t('turn.measuring')}
    </p>
  );
}
