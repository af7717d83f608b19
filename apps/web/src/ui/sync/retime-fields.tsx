import { ActionIcon, Select, Text, TextInput } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { type Cue, shiftFrom, stretch } from '@sayback/subtitles';
import { IconBracketsContainStart } from '@tabler/icons-react';
import { useTranslation } from '../../locales/translation.ts';
import classes from './retime-fields.module.css';
import { parseSeconds, parseTime } from './time-text.ts';
import type { TimedUnit } from './times-preview.tsx';

type Cues = readonly Cue[];

/** As typed: seconds, and the number of the first cue to shift. */
export type Shifting = { by: string; from: string };

export const NO_SHIFT: Shifting = { by: '', from: '1' };

const isPosition = (from: string, count: number) =>
  Number.isInteger(Number(from)) && Number(from) >= 1 && Number(from) <= count;

/** Shifts the cues; null if that isn't possible. */
export function shifted(cues: Cues, { by, from }: Shifting): Cues | null {
  const ms = parseSeconds(by);
  return ms !== null && isPosition(from, cues.length) ? shiftFrom(cues, Number(from), ms).cues : null;
}

type ShiftProps = {
  unit: TimedUnit;
  /** Null if all cues move together. */
  count: number | null;
  value: Shifting;
  onChange: (value: Shifting) => void;
};

export function ShiftFields({ unit, count, value, onChange }: ShiftProps) {
  const { t } = useTranslation();
  const { by, from } = value;
  return (
    <div className={classes.fields}>
      <TextInput
        dir="ltr"
        autoComplete="off"
        label={t('selection.shiftBy')}
        description={t('selection.shiftHint')}
        value={by}
        error={by.trim() !== '' && parseSeconds(by) === null && t('selection.shiftBad')}
        onChange={({ currentTarget }) => onChange({ ...value, by: currentTarget.value })}
        data-autofocus
      />
      {count !== null && (
        <TextInput
          inputMode="numeric"
          label={t(`retime.from.${unit}`)}
          description={t(`retime.fromHint.${unit}`, { count })}
          value={from}
          error={!isPosition(from, count)}
          onChange={({ currentTarget }) => onChange({ ...value, from: currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Frame rates of films and their television versions. */
const FRAME_RATES = ['25 → 23.976', '23.976 → 25', '24 → 25', '25 → 24', '24 → 23.976', '23.976 → 24'];

const getSpeed = (rates: string): number => {
  const [from = 1, to = 1] = rates.split(' → ').map(Number);
  return from / to;
};

export type Stretching = { first: string; firstAt: string; last: string; lastAt: string };

/** Stretches the cues so that two of them get the given starts; null if that isn't possible. */
export function stretched(cues: Cues, { first, firstAt, last, lastAt }: Stretching): Cues | null {
  const getPin = (number: string, at: string) => ({
    from: cues[Number(number) - 1]?.start ?? Number.NaN,
    to: parseTime(at) ?? Number.NaN,
  });
  try {
    return stretch(cues, getPin(first, firstAt), getPin(last, lastAt)).cues;
  } catch {
    return null;
  }
}

/** Positions of the first and the last cue. */
export const firstAndLast = (cues: Cues): Stretching => ({
  first: '1',
  firstAt: formatPosition(cues[0]?.start ?? 0),
  last: String(cues.length),
  lastAt: formatPosition(cues.at(-1)?.start ?? 0),
});

type StretchProps = {
  cues: Cues;
  unit: TimedUnit;
  /** Returns the position of the video beside it, in milliseconds; null without one. */
  position: (() => number | null) | undefined;
  value: Stretching;
  onChange: (value: Stretching) => void;
  isValid: boolean;
};

export function StretchFields({ cues, unit, position, value, onChange, isValid }: StretchProps) {
  const { t } = useTranslation();

  /** Converts all times to another frame rate. */
  function chooseFrameRate(rates: string | null): void {
    if (!rates) return;
    const at = (cue: Cue | undefined) => formatPosition(Math.round((cue?.start ?? 0) * getSpeed(rates)));
    onChange({ ...firstAndLast(cues), firstAt: at(cues[0]), lastAt: at(cues.at(-1)) });
  }

  function takePosition(name: 'first' | 'last'): void {
    const at = position?.() ?? null;
    if (at !== null) onChange({ ...value, [`${name}At`]: formatPosition(at) });
  }

  const point = (name: 'first' | 'last') => (
    <div className={classes.fields}>
      <TextInput
        inputMode="numeric"
        label={t(name === 'first' ? `retime.firstPoint.${unit}` : `retime.secondPoint.${unit}`)}
        value={value[name]}
        onChange={({ currentTarget: { value: number } }) =>
          onChange({
            ...value,
            [name]: number,
            [`${name}At`]: formatPosition(cues[Number(number) - 1]?.start ?? 0),
          })
        }
      />
      <TextInput
        dir="ltr"
        label={t('retime.belongsAt')}
        value={value[`${name}At`]}
        onChange={({ currentTarget }) => onChange({ ...value, [`${name}At`]: currentTarget.value })}
        rightSectionWidth={44}
        rightSection={
          position && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('retime.takePosition')}
              title={t('retime.takePosition')}
              onClick={() => takePosition(name)}
            >
              <IconBracketsContainStart size={20} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </div>
  );

  return (
    <>
      <Text c="dimmed">{t(`retime.stretchText.${unit}`)}</Text>
      <Select
        size="md"
        label={t('retime.frameRate')}
        placeholder={t('retime.frameRateNone')}
        data={FRAME_RATES.map((value) => ({ value, label: t('retime.frameRates', { rates: value }) }))}
        onChange={chooseFrameRate}
      />
      {point('first')}
      {point('last')}
      {!isValid && (
        <Text size="sm" c="var(--error)" role="alert">
          {t('syncTiming.cannotStretch')}
        </Text>
      )}
    </>
  );
}
