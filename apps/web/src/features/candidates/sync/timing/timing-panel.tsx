import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, NumberInput, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { useSyncState } from '../use-sync-editor.ts';
import classes from './timing-panel.module.css';

/** Steps in milliseconds. */
export const STEPS = [100, 200, 500, 1000, 2000] as const;

type Props = { editor: SyncEditor; currentId: number; step: number; onStep: (step: number) => void };

/** Actions that move many segments at once, and the step of a segment's buttons. */
export function TimingPanel({ editor, currentId, step, onStep }: Props) {
  const { t } = useTranslation();
  const stepId = useId();
  const [seconds, setSeconds] = useState<string | number>(0.1);
  const [scope, setScope] = useState('all');
  const number = useSyncState(editor, () => editor.segmentNumber(currentId));
  const offsetMs = Math.round(Number(seconds) * 1000);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const total = editor.getState().cueDocument.ids.length;
    const isMoved =
      Number.isFinite(offsetMs) &&
      offsetMs !== 0 &&
      editor.shift(offsetMs, scope === 'all' ? null : currentId);
    if (isMoved)
      toast.success(
        t('syncTiming.adjusted', {
          count: scope === 'all' ? total : total - number + 1,
          seconds: offsetMs / 1000,
        }),
      );
  };

  return (
    <form className={classes.panel} onSubmit={apply}>
      <Text component="h2" className={classes.heading}>
        {t('syncTiming.title')}
      </Text>
      <Group gap="sm" align="end" wrap="nowrap">
        <NumberInput
          flex="1 1 8rem"
          maw="14rem"
          label={t('syncTiming.adjustBy')}
          size="md"
          step={0.1}
          decimalScale={3}
          hideControls
          value={seconds}
          onChange={setSeconds}
        />
        <Button type="submit" variant="default">
          {t('syncTiming.apply')}
        </Button>
      </Group>
      <Radio.Group value={scope} onChange={setScope} aria-label={t('syncTiming.whichSegments')}>
        <Group gap="lg">
          <Radio className={classes.choice} value="all" label={t('syncTiming.all')} />
          <Radio className={classes.choice} value="from" label={t('syncTiming.fromSegment', { number })} />
        </Group>
      </Radio.Group>
      <Stack gap={6}>
        <Text component="h2" className={classes.heading} id={stepId}>
          {t('syncTiming.step')}
        </Text>
        <SegmentedControl
          aria-labelledby={stepId}
          size="md"
          fullWidth
          data={STEPS.map((value) => ({
            value: String(value),
            label: t('syncTiming.stepSeconds', { seconds: (value / 1000).toFixed(1) }),
          }))}
          value={String(step)}
          onChange={(value) => onStep(Number(value))}
        />
      </Stack>
    </form>
  );
}
