import { ActionIcon } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { IconFlag, IconX } from '@tabler/icons-react';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Player } from '../player/player.ts';
import { type LoadedAlignment, nudged, type PracticeSegment, practiceSessionsKey } from '../queries.ts';
import { TurnButton } from '../turn/panel/turn-button.tsx';
import classes from '../turn/panel/turn-panel.module.css';

const STEP_MS = 50;
const MAX_MS = 1000;
const NO_NUDGE: subtitles.Nudge = { start_ms: 0, end_ms: 0 };
const OF_TIME = ['starts_late', 'ends_early', 'ends_late'] as const;
type TimeKind = (typeof OF_TIME)[number];
const isOfTime = (kind: subtitles.ReportKind): kind is TimeKind =>
  OF_TIME.some((timeKind) => timeKind === kind);

type Report = { id: number; kind: subtitles.ReportKind; nudge: subtitles.Nudge | null };

type Props = {
  videoId: number;
  alignmentId: number;
  segments: readonly PracticeSegment[];
  player: Player | null;
  onClose: () => void;
};

/** Reports a line with one press, and adjusts a wrong end of it: for this learner at once, with playback on each press. */
export function ReportLine({ videoId, alignmentId, segments, player, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [kind, setKind] = useState<TimeKind | null>(null);
  const ofKind = (of: subtitles.ReportKind | null) =>
    of?.startsWith('ends') ? segments.at(-1) : segments[0];
  const segment = ofKind(kind);
  const [nudge, setNudge] = useState(NO_NUDGE);
  const [sent, setSent] = useState(NO_NUDGE);
  /** The alignment as loaded for practice: the server's choice, or the learner's. */
  const loadedHere = {
    queryKey: practiceSessionsKey(videoId),
    predicate: ({ state }: Query) => (state.data as LoadedAlignment | undefined)?.alignmentId === alignmentId,
  };
  const moveLine = (id: number, moved: subtitles.Nudge) =>
    client.setQueriesData<LoadedAlignment>(
      loadedHere,
      (loaded) =>
        loaded && {
          ...loaded,
          segments: loaded.segments.map((other) => (other.id === id ? nudged(other, moved) : other)),
        },
    );
  // Mutations run in the order of the presses; their callbacks run even after the panel is closed.
  const scope = { id: 'line reports' };
  const withdraw = useMutation({
    scope,
    mutationFn: (id: number) => call(subtitles.withdrawReport, { params: { id } }),
    onSuccess: (_, id) => {
      const isMoved = client
        .getQueriesData<LoadedAlignment>(loadedHere)
        .some(([, loaded]) => loaded?.segments.some((other) => other.id === id && other.nudge));
      if (isMoved) moveLine(id, NO_NUDGE);
    },
    onError: (_, id) => toast.failure(t('turn.report.undoFailed'), undo(id)),
  });
  const undo = (id: number) => ({ label: t('turn.report.undo'), run: () => withdraw.mutate(id) });
  const report = useMutation({
    scope,
    mutationFn: ({ id, ...body }: Report) => call(subtitles.reportLine, { params: { id }, body }),
    onSuccess: (_, { id }) =>
      toast.offer(t('turn.report.thanks'), { about: `report of line ${id}`, ...undo(id) }),
    onError: () => toast.failure(t('turn.report.failed')),
  });

  function choose(chosen: subtitles.ReportKind) {
    const { id = 0, nudge: before } = ofKind(chosen) ?? {};
    const isNudged = isOfTime(chosen);
    report.mutate({ id, kind: chosen, nudge: (isNudged && before) || null });
    // Today loads its lines with another query.
    const canMove = client.getQueriesData(loadedHere).length > 0;
    if (!isNudged || !canMove) return onClose();
    setKind(chosen);
    setNudge(before ?? NO_NUDGE);
    setSent(before ?? NO_NUDGE);
  }

  // Sends a moved end once: when the panel closes, or the line is left.
  const sendNudge = useEffectEvent(() => {
    if (kind && segment && nudge !== sent) report.mutate({ id: segment.id, kind, nudge });
  });
  useEffect(() => () => sendNudge(), []);

  function move(by: number) {
    if (!segment) return;
    const end = kind === 'starts_late' ? 'start_ms' : 'end_ms';
    const moved = { ...nudge, [end]: Math.max(-MAX_MS, Math.min(MAX_MS, nudge[end] + by)) };
    setNudge(moved);
    moveLine(segment.id, moved);
    // Waits until the player has the updated line.
    setTimeout(() => player?.replay(false));
  }

  return (
    <div className={classes.part}>
      <div className={classes.title}>
        <strong>{t(kind ? `turn.report.ask.${kind}` : 'turn.report.title')}</strong>
        <ActionIcon variant="transparent" c="inherit" aria-label={t('app.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      {kind ? (
        <div className={classes.buttons}>
          <TurnButton onClick={() => move(-STEP_MS)}>{t('turn.report.earlier')}</TurnButton>
          <TurnButton onClick={() => move(STEP_MS)}>{t('turn.report.later')}</TurnButton>
          <TurnButton isMain onClick={onClose}>
            {t('turn.report.done')}
          </TurnButton>
        </div>
      ) : (
        <div className={classes.buttons}>
          {subtitles.REPORT_KINDS.map((kind) => (
            <TurnButton key={kind} onClick={() => choose(kind)}>
              {t(`turn.report.${kind}`)}
            </TurnButton>
          ))}
        </div>
      )}
    </div>
  );
}

export function ReportButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  const name = t('turn.report.title');
  return (
    <ActionIcon
      className={classes.report}
      variant="transparent"
      c="inherit"
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <IconFlag size={18} aria-hidden />
    </ActionIcon>
  );
}
