import { Title } from '@mantine/core';
import { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './figure-cards.module.css';

type Compared = practice.Figures['kept'];
type Name = 'kept' | 'hears' | 'extra_pauses' | 'length_off';

const FORMATS: Record<Name, (language: string) => (value: number) => string> = {
  kept: percent,
  hears: percent,
  extra_pauses: (language) => (value) => value.toLocaleString(language, { maximumFractionDigits: 1 }),
  length_off: (language) => (value) => percent(language)(value / 100),
};
const NAMES = Object.keys(FORMATS) as Name[];

function percent(language: string) {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return (value: number) => format.format(value);
}

/** Progress statistics: the last four weeks beside the previous four, each with its number of cases. */
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

function FigureCard({ name, compared: { now, before } }: { name: Name; compared: Compared }) {
  const { t, i18n } = useTranslation();
  const write = FORMATS[name](i18n.language);
  return (
    <article className={classes.card} aria-labelledby={`figure-${name}`}>
      <h3 id={`figure-${name}`} className={classes.name}>
        {t(`progress.figure.${name}.name`)}
      </h3>
      {now.value === null ? (
        <p className={classes.none}>
          {t('progress.tooFewCases', { count: now.cases, least: practice.MIN_CASES })}
        </p>
      ) : (
        <>
          <p className={classes.value}>{write(now.value)}</p>
          <p className={classes.note}>
            {t('progress.cases', { count: now.cases })}
            {before.value !== null && ` · ${t('progress.previousValue', { value: write(before.value) })}`}
          </p>
        </>
      )}
      <p className={classes.note}>{t(`progress.figure.${name}.is`)}</p>
    </article>
  );
}
