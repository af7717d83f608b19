import { Box, Title } from '@mantine/core';
import { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './figure-cards.module.css';

type Name = 'kept' | 'hears' | 'extra_pauses' | 'length_off';

const FORMATS: Record<Name, (language: string) => (value: number) => string> = {
  kept: createPercentFormat,
  hears: createPercentFormat,
  extra_pauses: (language) => (value) => value.toLocaleString(language, { maximumFractionDigits: 1 }),
  length_off: (language) => (value) => createPercentFormat(language)(value / 100),
};
const NAMES = Object.keys(FORMATS) as Name[];

function createPercentFormat(language: string) {
  const { format } = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return format as (value: number) => string;
}

/** Progress statistics: the last four weeks compared with the previous four, each with its number of cases. */
export function FigureCards({ figures }: { figures: practice.Figures }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="figures">
      <Title order={2} size="h3" id="figures" mb="sm">
        {t('progress.improvement')}
      </Title>
      <div className={classes.cards}>
        {NAMES.map((name) => (
          <FigureCard key={name} name={name} compared={figures[name]} />
        ))}
      </div>
    </section>
  );
}

function FigureCard({ name, compared: { now, before } }: { name: Name; compared: practice.Figures['kept'] }) {
  const { t, i18n } = useTranslation();
  const format = FORMATS[name](i18n.language);
  return (
    <article className={classes.card} aria-labelledby={`figure-${name}`}>
      <Box component="h3" id={`figure-${name}`} m={0} fz="1.05rem">
        {t(`progress.figure.${name}.name`)}
      </Box>
      {now.value === null ? (
        <Box component="p" fw={600}>
          {t('progress.tooFewCases', { count: now.cases, least: practice.MIN_CASES })}
        </Box>
      ) : (
        <>
          <Box component="p" fz="2rem" fw={600} lh="1.2">
            {format(now.value)}
          </Box>
          <p className={classes.note}>
            {t('progress.cases', { count: now.cases })}
            {before.value !== null && ` · ${t('progress.previousValue', { value: format(before.value) })}`}
          </p>
        </>
      )}
      <p className={classes.note}>{t(`progress.figure.${name}.is`)}</p>
    </article>
  );
}
