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
  firstAndLast,
  NO_SHIFT,
  ShiftFields,
  type Shifting,
  StretchFields,
  shifted,
  stretched,
} from './retime-fields.tsx';
import { type SynchroniseResult, synchroniseInWorker } from './synchronise-task.ts';
import {
  SoundFacts,
  type SoundFinding,
  SynchroniseFacts,
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
  /** With a single tool, the dialog shows only that one. */
  tools?: readonly Tool[];
  /** For the tool 'sound': its result, and the button or progress that leads to it. */
  sound?: { finding: SoundFinding; controls: ReactNode };
  /** Unit of its rows in the texts: a file's cues, or segments. */
  unit?: TimedUnit;
  /** False for selected cues, which move together. */
  isWhole?: boolean;
  /** Additional effect of applying. */
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
  const [shift, setShift] = useState<Shifting>(NO_SHIFT);
  const [ends] = useState(() => firstAndLast(cues));
  const [points, setPoints] = useState(ends);
  const [key, setKey] = useState(references[0]?.key ?? null);
  const reference = references.find((other) => other.key === key);
  const isSynchronising = tool === 'synchronise';
  const { data, isFetching, isError } = useComparison(cues, isSynchronising ? reference : undefined);
  const result = isFetching ? undefined : data;

  const found = tool === 'sound' ? sound?.finding : result;
  const isSure = tool === 'sound' ? sound?.finding?.isSure : (result?.trust ?? 0) >= SURE_TRUST;
  const edited: Cues | null =
    tool === 'shift'
      ? shifted(cues, shift)
      : tool === 'stretch'
        ? stretched(cues, points)
        : (found?.changed && found.cues) || null;
  const count = edited?.filter(
    ({ start, end }, at) => start !== cues[at]?.start || end !== cues[at]?.end,
  ).length;

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
        <ShiftFields unit={unit} count={isWhole ? cues.length : null} value={shift} onChange={setShift} />
      )}
      {tool === 'stretch' && (
        <StretchFields
          cues={cues}
          unit={unit}
          position={readPosition}
          value={points}
          onChange={setPoints}
          isValid={edited !== null}
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
      <AskBeforeClosing when={shift.by !== '' || shift.from !== '1' || points !== ends} />
    </ActionDialog>
  );
}
