import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import {
  ActionIcon,
  Alert,
  Group,
  Loader,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type Cue, SURE_TRUST, shiftFrom, stretch } from '@sayback/subtitles';
import { IconBracketsContainStart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { ActionDialog } from '../dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../dialog/ask-before-closing.tsx';
import classes from './retime-dialog.module.css';
import { type SynchroniseResult, synchroniseInWorker } from './synchronise-task.ts';
import { readSeconds, readTime, timeText } from './time-text.ts';
import {
  SoundFacts,
  type SoundFinding,
  SynchroniseFacts,
  type TimedUnit,
  TimesTable,
} from './times-preview.tsx';

/** Another subtitle of the same video. */
export type Reference = { key: string; name: string; load: () => Promise<readonly Cue[]> | readonly Cue[] };

/** Frame rates of films and their television versions. */
const FRAME_RATES = ['25 → 23.976', '23.976 → 25', '24 → 25', '25 → 24', '24 → 23.976', '23.976 → 24'];

const speedOf = (rates: string): number => {
  const [from = 1, to = 1] = rates.split(' → ').map(Number);
  return from / to;
};

type Tool = 'shift' | 'stretch' | 'synchronise' | 'sound';
type Cues = readonly Cue[];

type Props = {
  cues: Cues;
  references: readonly Reference[];
  /** With a single tool, the dialog shows only that one. */
  tools?: readonly Tool[];
  /** For the tool 'sound': its finding, and the button or progress that leads to it. */
  sound?: { finding: SoundFinding; controls: ReactNode };
  /** Unit of its rows in the texts: a file's cues, or segments. */
  unit?: TimedUnit;
  /** False for selected cues: they move together. */
  isWhole?: boolean;
  /** A further effect of applying. */
  note?: string;
  /** Returns the position of the video beside it, in milliseconds; null without one. */
  position?: () => number | null;
  isPending?: boolean;
  /** Receives the same cues with other times, and the name of the reference. */
  onApply: (cues: Cues, reference: string | null) => void;
  onClose: () => void;
};

/** Compares cues with those of a reference in a worker; null if the reference has none. */
function useComparison(cues: Cues, reference: Reference | undefined) {
  return useQuery({
    // The dialog covers the cues, so they don't change meanwhile.
    queryKey: ['synchronise', cues, reference?.key],
    queryFn: async ({ signal }): Promise<SynchroniseResult | null> => {
      const other = (await reference?.load()) ?? [];
      return other.length === 0 ? null : synchroniseInWorker({ cues, reference: other }, signal);
    },
    queryKeyHashFn: ([name, , key]) => `${name} ${key}`,
    enabled: reference !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type Stretching = { first: string; firstAt: string; last: string; lastAt: string };

/** Stretches the cues so that two of them get the given starts; null if that isn't possible. */
function stretched(cues: Cues, { first, firstAt, last, lastAt }: Stretching): Cues | null {
  const pinOf = (number: string, at: string) => ({
    from: cues[Number(number) - 1]?.start ?? Number.NaN,
    to: readTime(at) ?? Number.NaN,
  });
  try {
    return stretch(cues, pinOf(first, firstAt), pinOf(last, lastAt)).cues;
  } catch {
    return null;
  }
}

/**
 * Changes many times at once, with a preview: shifts them, stretches them between two points, or adopts those of another
 * subtitle.
 */
export function RetimeDialog(props: Props) {
  const {
    cues,
    references,
    tools = ['synchronise'],
    unit = 'segment',
    isWhole = true,
    note,
    sound,
    position: readPosition,
    isPending = false,
    onApply,
    onClose,
  } = props;
  const { t } = useTranslation();
  const [tool, setTool] = useState<Tool>(tools[0] ?? 'synchronise');
  const [by, setBy] = useState('');
  const [from, setFrom] = useState('1');
  const [ends] = useState<Stretching>(() => ({
    first: '1',
    firstAt: timeText(cues[0]?.start ?? 0),
    last: String(cues.length),
    lastAt: timeText(cues.at(-1)?.start ?? 0),
  }));
  const [points, setPoints] = useState(ends);
  const [key, setKey] = useState(references[0]?.key ?? null);
  const reference = references.find((other) => other.key === key);
  const isSynchronising = tool === 'synchronise';
  const { data, isFetching, isError } = useComparison(cues, isSynchronising ? reference : undefined);
  const result = isFetching ? undefined : data;

  /** Converts all times to another frame rate. */
  function chooseFrameRate(rates: string | null): void {
    if (!rates) return;
    const at = (cue: Cue | undefined) => timeText(Math.round((cue?.start ?? 0) * speedOf(rates)));
    setPoints({ ...ends, firstAt: at(cues[0]), lastAt: at(cues.at(-1)) });
  }

  const shiftMs = readSeconds(by);
  const position = Number(from);
  const isValidPosition = Number.isInteger(position) && position >= 1 && position <= cues.length;
  const found = tool === 'sound' ? sound?.finding : result;
  const isSure = tool === 'sound' ? sound?.finding?.isSure : (result?.trust ?? 0) >= SURE_TRUST;
  const edited: Cues | null =
    tool === 'shift'
      ? shiftMs !== null && isValidPosition
        ? shiftFrom(cues, position, shiftMs).cues
        : null
      : tool === 'stretch'
        ? stretched(cues, points)
        : (found?.changed && found.cues) || null;
  const count = edited?.filter(
    ({ start, end }, at) => start !== cues[at]?.start || end !== cues[at]?.end,
  ).length;

  function takePosition(name: 'first' | 'last'): void {
    const at = readPosition?.() ?? null;
    if (at !== null) setPoints({ ...points, [`${name}At`]: timeText(at) });
  }

  const point = (name: 'first' | 'last') => (
    <div className={classes.fields}>
      <TextInput
        inputMode="numeric"
        label={t(name === 'first' ? `retime.firstPoint.${unit}` : `retime.secondPoint.${unit}`)}
        value={points[name]}
        onChange={({ currentTarget: { value } }) =>
          setPoints({
            ...points,
            [name]: value,
            [`${name}At`]: timeText(cues[Number(value) - 1]?.start ?? 0),
          })
        }
      />
      <TextInput
        dir="ltr"
        label={t('retime.belongsAt')}
        value={points[`${name}At`]}
        onChange={({ currentTarget: { value } }) => setPoints({ ...points, [`${name}At`]: value })}
        rightSectionWidth={44}
        rightSection={
          readPosition && (
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
    <ActionDialog
      size="lg"
      title={t(tools.length > 1 ? 'retime.title' : 'syncReference.title')}
      label={t('syncReference.apply')}
      isDisabled={!count}
      isMain={isSure || tool === 'shift' || tool === 'stretch'}
      onSubmit={() => edited && count && onApply(edited, isSynchronising ? (reference?.name ?? null) : null)}
      {...{ isPending, onClose }}
    >
      {tools.length > 1 && (
        <SegmentedControl
          aria-label={t('retime.tool')}
          size="md"
          fullWidth
          data={tools.map((value) => ({ value, label: t(`retime.${value}`) }))}
          value={tool}
          onChange={(value) => setTool(value as Tool)}
        />
      )}
      {tool === 'shift' && (
        <div className={classes.fields}>
          <TextInput
            dir="ltr"
            autoComplete="off"
            label={t('selection.shiftBy')}
            description={t('selection.shiftHint')}
            value={by}
            error={by.trim() !== '' && shiftMs === null && t('selection.shiftBad')}
            onChange={({ currentTarget }) => setBy(currentTarget.value)}
            data-autofocus
          />
          {isWhole && (
            <TextInput
              inputMode="numeric"
              label={t(`retime.from.${unit}`)}
              description={t(`retime.fromHint.${unit}`, { count: cues.length })}
              value={from}
              error={!isValidPosition}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
          )}
        </div>
      )}
      {tool === 'stretch' && (
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
          {!edited && (
            <Text size="sm" c="var(--error)" role="alert">
              {t('syncTiming.cannotStretch')}
            </Text>
          )}
        </>
      )}
      {isSynchronising && (
        <>
          <Text c="dimmed">{t('syncReference.text')}</Text>
          {references.length === 0 ? (
            <Text>{t('syncReference.none')}</Text>
          ) : (
            <Select
              size="md"
              label={t('syncReference.reference')}
              allowDeselect={false}
              data={references.map((other) => ({ value: other.key, label: other.name }))}
              value={key}
              onChange={setKey}
              data-autofocus
            />
          )}
        </>
      )}
      {tool === 'sound' && (
        <>
          <Text c="dimmed">{t('bySound.text')}</Text>
          {sound?.controls}
        </>
      )}
      <div aria-live="polite">
        {tool === 'sound' && <SoundFacts finding={sound?.finding} />}
        {isFetching && (
          <Group gap="sm">
            <Loader size="sm" />
            {t('syncReference.working')}
          </Group>
        )}
        {isError && !isFetching && (
          <Alert color="red" variant="light">
            {t('syncReference.failed')}
          </Alert>
        )}
        {isSynchronising && result === null && <Text>{t('syncReference.unreadable')}</Text>}
        {isSynchronising && result && <SynchroniseFacts result={result} />}
        {edited && count !== 0 && (
          <Stack gap="xs">
            <Text fw={600}>{t(`retime.moved.${unit}`, { count: count ?? 0 })}</Text>
            <TimesTable before={cues} after={edited} unit={unit} />
          </Stack>
        )}
      </div>
      {note && <Text c="dimmed">{note}</Text>}
      <AskBeforeClosing when={by !== '' || from !== '1' || points !== ends} />
    </ActionDialog>
  );
}
