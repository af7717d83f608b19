import { ActionIcon, Select, Text, TextInput } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { type Cue, shiftFrom, stretch } from '@sayback/subtitles';
import { IconBracketsContainStart } from '@tabler/icons-react';
import { useTranslation } from '../../locales/translation.ts';
import classes from './retime-fields.module.css';
import { parseSeconds, parseTime } from './time-text.ts';
import type { TimedUnit } from './times-preview.tsx';

type Cues = readonly Cue[];

/** Typed input: seconds (`by`), and the number of the first cue to shift (`from`). */
export type ShiftInput = { by: string; from: string };

export const NO_SHIFT: ShiftInput = { by: '', from: '1' };

const isCueNumber = (from: string, count: number) =>
  Number.isInteger(Number(from)) && Number(from) >= 1 && Number(from) <= count;

/** Returns the shifted cues; null if the input is invalid. */
export function shiftCues(cues: Cues, { by, from }: ShiftInput): Cues | null {
  const ms = parseSeconds(by);
  return ms !== null && isCueNumber(from, cues.length) ? shiftFrom(cues, Number(from), ms).cues : null;
}

type ShiftProps = {
  unit: TimedUnit;
  /** Number of cues, of which one can be chosen to start from; null if all of them are shifted. */
  count: number | null;
  value: ShiftInput;
  onChange: (value: ShiftInput) => void;
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
        error={by.trim() !== '' && parseSeconds(by) === null && t('selection.invalidShift')}
        onChange={({ currentTarget }) => onChange({ ...value, by: currentTarget.value })}
        data-autofocus
      />
      {count !== null && (
        <TextInput
          inputMode="numeric"
          label={t(`retime.from.${unit}`)}
          description={t(`retime.fromHint.${unit}`, { count })}
          value={from}
          error={!isCueNumber(from, count)}
          onChange={({ currentTarget }) => onChange({ ...value, from: currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Frame rates of films and their television versions. */
const FRAME_RATES = ['25 → 23.976', '23.976 → 25', '24 → 25', '25 → 24', '24 → 23.976', '23.976 → 24'];

const computeSpeed = (rates: string): number => {
  const [from = 1, to = 1] = rates.split(' → ').map(Number);
  return from / to;
};

export type StretchInput = { first: string; firstAt: string; last: string; lastAt: string };

/** Returns the cues, stretched so that two of them get the typed starts; null if the input is invalid. */
export function stretchCues(cues: Cues, { first, firstAt, last, lastAt }: StretchInput): Cues | null {
  const parsePoint = (number: string, at: string) => ({
    from: cues[Number(number) - 1]?.start ?? Number.NaN,
    to: parseTime(at) ?? Number.NaN,
  });
  try {
    return stretch(cues, parsePoint(first, firstAt), parsePoint(last, lastAt)).cues;
  } catch {
    return null;
  }
}

/** Returns the first and the last cue with their current starts, as input. */
export const endPoints = (cues: Cues): StretchInput => ({
  first: '1',
  firstAt: formatPosition(cues[0]?.start ?? 0),
  last: String(cues.length),
  lastAt: formatPosition(cues.at(-1)?.start ?? 0),
});

type StretchProps = {
  cues: Cues;
  unit: TimedUnit;
  /** Returns the position of the page's video, in milliseconds; null without one. */
  position: (() => number | null) | undefined;
  value: StretchInput;
  onChange: (value: StretchInput) => void;
  isValid: boolean;
};

export function StretchFields({ cues, unit, position, value, onChange, isValid }: StretchProps) {
  const { t } = useTranslation();

  /** Fills in the points that convert all times to another frame rate. */
  function chooseFrameRate(rates: string | null): void {
    if (!rates) return;
    const startText = (cue: Cue | undefined) =>
      formatPosition(Math.round((cue?.start ?? 0) * computeSpeed(rates)));
    onChange({ ...endPoints(cues), firstAt: startText(cues[0]), lastAt: startText(cues.at(-1)) });
  }

  function insertPosition(name: 'first' | 'last'): void {
    const ms = position?.() ?? null;
    if (ms !== null) onChange({ ...value, [`${name}At`]: formatPosition(ms) });
  }

  const renderPoint = (name: 'first' | 'last') => (
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
        label={t('retime.newStart')}
        value={value[`${name}At`]}
        onChange={({ currentTarget }) => onChange({ ...value, [`${name}At`]: currentTarget.value })}
        rightSectionWidth={44}
        rightSection={
          position && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('retime.useCurrentPosition')}
              title={t('retime.useCurrentPosition')}
              onClick={() => insertPosition(name)}
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
      {renderPoint('first')}
      {renderPoint('last')}
      {!isValid && (
        <Text size="sm" c="var(--error)" role="alert">
          {t('syncTiming.cannotStretch')}
        </Text>
      )}
    </>
  );
}
