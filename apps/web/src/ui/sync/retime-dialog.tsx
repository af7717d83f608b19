import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Alert, Group, Loader, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { type Cue, SURE_TRUST } from '@sayback/subtitles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { ActionDialog } from '../dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../dialog/ask-before-closing.tsx';
import {
  endPoints,
  NO_SHIFT,
  ShiftFields,
  type ShiftInput,
  StretchFields,
  shiftCues,
  stretchCues,
} from './retime-fields.tsx';
import { type SynchroniseResult, synchroniseInWorker } from './synchronise-task.ts';
import {
  SoundSummary,
  type SoundTimes,
  SynchroniseSummary,
  type TimedUnit,
  TimesTable,
} from './times-preview.tsx';

/** Another subtitle of the same video. */
export type Reference = { key: string; name: string; load: () => Promise<readonly Cue[]> | readonly Cue[] };

type Tool = 'shift' | 'stretch' | 'synchronise' | 'sound';
type Cues = readonly Cue[];

type Props = {
  cues: Cues;
  references: readonly Reference[];
  /** Tools to choose from; a single one is shown without a choice. */
  tools?: readonly Tool[];
  /** For the tool 'sound': its result, and its button or progress. */
  sound?: { times: SoundTimes; controls: ReactNode };
  /** Word for a row in the texts: a cue of a file, or a segment. */
  unit?: TimedUnit;
  /** False if these are only the selected cues: all of them are shifted. */
  includesAllCues?: boolean;
  /** Text about a further effect of applying. */
  note?: string;
  /** Returns the position of the page's video, in milliseconds; null without one. */
  position?: () => number | null;
  isPending?: boolean;
  /** Receives the cues with their new times, and the name of the reference, if any. */
  onApply: (cues: Cues, reference: string | null) => void;
  onClose: () => void;
};

/** Synchronises cues with a reference in a worker. The result is null if the reference has no cues. */
function useSynchronisation(cues: Cues, reference: Reference | undefined) {
  return useQuery({
    // The dialog covers the cues, so they can't change in the meantime.
    queryKey: ['synchronise', cues, reference?.key],
    queryFn: async ({ signal }): Promise<SynchroniseResult | null> => {
      const referenceCues = (await reference?.load()) ?? [];
      return referenceCues.length === 0
        ? null
        : synchroniseInWorker({ cues, reference: referenceCues }, signal);
    },
    queryKeyHashFn: ([name, , key]) => `${name} ${key}`,
    enabled: reference !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Dialog that changes many times at once, with a preview: shifts them, stretches them between two points, or synchronises them
 * with another subtitle or the sound.
 */
export function RetimeDialog(props: Props) {
  const {
    cues,
    references,
    tools = ['synchronise'],
    unit = 'segment',
    includesAllCues = true,
    note,
    sound,
    position: getPosition,
    isPending = false,
    onApply,
    onClose,
  } = props;
  const { t } = useTranslation();
  const [tool, setTool] = useState<Tool>(tools[0] ?? 'synchronise');
  const [shift, setShift] = useState<ShiftInput>(NO_SHIFT);
  const [initialPoints] = useState(() => endPoints(cues));
  const [points, setPoints] = useState(initialPoints);
  const [key, setKey] = useState(references[0]?.key ?? null);
  const reference = references.find((candidate) => candidate.key === key);
  const isSynchronising = tool === 'synchronise';
  const { data, isFetching, isError } = useSynchronisation(cues, isSynchronising ? reference : undefined);
  const result = isFetching ? undefined : data;

  const foundTimes = tool === 'sound' ? sound?.times : result;
  const isSure = tool === 'sound' ? sound?.times?.isSure : (result?.trust ?? 0) >= SURE_TRUST;
  const newCues: Cues | null =
    tool === 'shift'
      ? shiftCues(cues, shift)
      : tool === 'stretch'
        ? stretchCues(cues, points)
        : (foundTimes?.changed && foundTimes.cues) || null;
  const movedCount = newCues?.filter(
    ({ start, end }, at) => start !== cues[at]?.start || end !== cues[at]?.end,
  ).length;

  return (
    <ActionDialog
      size="lg"
      title={t(tools.length > 1 ? 'retime.title' : 'syncReference.title')}
      label={t('syncTiming.apply')}
      isDisabled={!movedCount}
      isMain={isSure || tool === 'shift' || tool === 'stretch'}
      onSubmit={() =>
        newCues && movedCount && onApply(newCues, isSynchronising ? (reference?.name ?? null) : null)
      }
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
        <ShiftFields
          unit={unit}
          count={includesAllCues ? cues.length : null}
          value={shift}
          onChange={setShift}
        />
      )}
      {tool === 'stretch' && (
        <StretchFields
          cues={cues}
          unit={unit}
          position={getPosition}
          value={points}
          onChange={setPoints}
          isValid={newCues !== null}
        />
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
              data={references.map(({ key: value, name }) => ({ value, label: name }))}
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
        {tool === 'sound' && <SoundSummary times={sound?.times} />}
        {isFetching && (
          <Group gap="sm">
            <Loader size="sm" />
            {t('syncReference.comparing')}
          </Group>
        )}
        {isError && !isFetching && (
          <Alert color="red" variant="light">
            {t('syncReference.failed')}
          </Alert>
        )}
        {isSynchronising && result === null && <Text>{t('syncReference.unreadable')}</Text>}
        {isSynchronising && result && <SynchroniseSummary result={result} />}
        {newCues && movedCount !== 0 && (
          <Stack gap="xs">
            <Text fw={600}>{t(`retime.moved.${unit}`, { count: movedCount ?? 0 })}</Text>
            <TimesTable before={cues} after={newCues} unit={unit} />
          </Stack>
        )}
      </div>
      {note && <Text c="dimmed">{note}</Text>}
      <AskBeforeClosing when={shift.by !== '' || shift.from !== '1' || points !== initialPoints} />
    </ActionDialog>
  );
}
