import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { canStretch, type Point } from '../model/edits.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { useSyncState } from '../use-sync-editor.ts';
import classes from './timing-panel.module.css';

type Props = { editor: SyncEditor; player: ClipPlayer | null; currentId: number };
type Points = readonly [Point | null, Point | null];

/** Stretches all times so that two segments start at chosen positions of the video. */
export function StretchPanel({ editor, player, currentId }: Props) {
  const { t } = useTranslation();
  const [points, setPoints] = useState<Points>([null, null]);
  const isReady = usePlayback(player, ({ status }) => status === 'ready');
  const [first, second] = points;
  // Null without points, so that the panel doesn't rerender at every keystroke.
  const cueDocument = useSyncState(editor, (state) => (first || second ? state.cueDocument : null));
  const isPossible =
    cueDocument !== null && first !== null && second !== null && canStretch(cueDocument, first, second);

  const setPoint = (index: 0 | 1, point: Point | null) =>
    setPoints((current) => (index === 0 ? [point, current[1]] : [current[0], point]));
  const stretch = () => {
    if (!first || !second || !editor.stretch(first, second)) return;
    setPoints([null, null]);
    toast.success(t('syncTiming.stretched'));
  };
  const point = (index: 0 | 1) => {
    const value = points[index];
    const number = value ? editor.segmentNumber(value.id) : 0;
    if (!value || number === 0)
      return (
        <Button
          variant="default"
          disabled={!isReady}
          onClick={() => setPoint(index, { id: currentId, to: Math.round(player?.position() ?? 0) })}
        >
          {t(index === 0 ? 'syncTiming.firstPoint' : 'syncTiming.secondPoint')}
        </Button>
      );
    return (
      <div className={classes.point}>
        <span>
          {t('syncTiming.point', {
            number,
            from: formatPosition(editor.cue(value.id)?.start ?? 0),
            to: formatPosition(value.to),
          })}
        </span>
        <ActionIcon
          variant="quiet"
          aria-label={t('syncTiming.clearPoint', { number })}
          onClick={() => setPoint(index, null)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
    );
  };

  return (
    <section className={classes.panel} aria-label={t('syncTiming.stretchTitle')}>
      <Text component="h2" className={classes.heading}>
        {t('syncTiming.stretchTitle')}
      </Text>
      <Box component="p" c="var(--quiet)" fz="0.875rem">
        {t('syncTiming.stretchText')}
      </Box>
      {point(0)}
      {point(1)}
      {first && second && !isPossible && (
        <Text size="sm" c="var(--error)" role="alert">
          {t('syncTiming.cannotStretch')}
        </Text>
      )}
      <Group>
        <Button variant="default" disabled={!isPossible} onClick={stretch}>
          {t('syncTiming.stretch')}
        </Button>
      </Group>
    </section>
  );
}
