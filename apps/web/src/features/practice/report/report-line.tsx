import { ActionIcon } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { IconFlag, IconX } from '@tabler/icons-react';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Player } from '../player/player.ts';
import { applyNudge, buildSessionsKey, type LoadedAlignment, type PracticeSegment } from '../queries.ts';
import { TurnButton } from '../turn/panel/turn-button.tsx';
import classes from '../turn/panel/turn-panel.module.css';

const STEP_MS = 50;
const MAX_MS = 1000;
const NO_NUDGE: subtitles.Nudge = { start_ms: 0, end_ms: 0 };
const TIME_KINDS = ['starts_late', 'ends_early', 'ends_late'] as const;
type TimeKind = (typeof TIME_KINDS)[number];
const isTimeKind = (kind: subtitles.ReportKind): kind is TimeKind =>
  TIME_KINDS.some((timeKind) => timeKind === kind);

type Report = { id: number; kind: subtitles.ReportKind; nudge: subtitles.Nudge | null };

type Props = {
  videoId: number;
  alignmentId: number;
  segments: readonly PracticeSegment[];
  player: Player | null;
  onClose: () => void;
};

/** Reports a line with one press. A wrong start or end can be moved: it takes effect for this learner and plays at once. */
export function ReportLine({ videoId, alignmentId, segments, player, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [kind, setKind] = useState<TimeKind | null>(null);
  const findSegment = (kind: subtitles.ReportKind | null) =>
    kind?.startsWith('ends') ? segments.at(-1) : segments[0];
  const segment = findSegment(kind);
  const [nudge, setNudge] = useState(NO_NUDGE);
  const [sentNudge, setSentNudge] = useState(NO_NUDGE);
  /** Matches the queries that loaded this alignment: as the server's choice, or the learner's. */
  const alignmentFilter = {
    queryKey: buildSessionsKey(videoId),
    predicate: ({ state }: Query) => (state.data as LoadedAlignment | undefined)?.alignmentId === alignmentId,
  };
  const showNudge = (id: number, moved: subtitles.Nudge) =>
    client.setQueriesData<LoadedAlignment>(
      alignmentFilter,
      (loaded) =>
        loaded && {
          ...loaded,
          segments: loaded.segments.map((row) => (row.id === id ? applyNudge(row, moved) : row)),
        },
    );
  // A scope runs its mutations one after the other. Their callbacks run even after the panel is closed.
  const scope = { id: 'line reports' };
  const withdraw = useMutation({
    scope,
    mutationFn: (id: number) => call(subtitles.withdrawReport, { params: { id } }),
    onSuccess: (_, id) => {
      const isMoved = client
        .getQueriesData<LoadedAlignment>(alignmentFilter)
        .some(([, loaded]) => loaded?.segments.some((row) => row.id === id && row.nudge));
      if (isMoved) showNudge(id, NO_NUDGE);
    },
    onError: (_, id) => toast.failure(t('turn.report.undoFailed'), undo(id)),
  });
  const undo = (id: number) => ({ label: t('app.undo'), run: () => withdraw.mutate(id) });
  const report = useMutation({
    scope,
    mutationFn: ({ id, ...body }: Report) => call(subtitles.reportLine, { params: { id }, body }),
    onSuccess: (_, { id }) =>
      toast.offer(t('turn.report.thanks'), { about: `report of line ${id}`, ...undo(id) }),
    onError: () => toast.failure(t('turn.report.failed')),
  });

  function choose(chosen: subtitles.ReportKind) {
    const { id = 0, nudge: before } = findSegment(chosen) ?? {};
    const isNudged = isTimeKind(chosen);
    report.mutate({ id, kind: chosen, nudge: (isNudged && before) || null });
    // Lines of Today, which has another query, can't be moved.
    const canMove = client.getQueriesData(alignmentFilter).length > 0;
    if (!isNudged || !canMove) return onClose();
    setKind(chosen);
    setNudge(before ?? NO_NUDGE);
    setSentNudge(before ?? NO_NUDGE);
  }

  // Sends a moved end once, when the panel closes.
  const sendNudge = useEffectEvent(() => {
    if (kind && segment && nudge !== sentNudge) report.mutate({ id: segment.id, kind, nudge });
  });
  useEffect(() => () => sendNudge(), []);

  function move(by: number) {
    if (!segment) return;
    const end = kind === 'starts_late' ? 'start_ms' : 'end_ms';
    const moved = { ...nudge, [end]: Math.max(-MAX_MS, Math.min(MAX_MS, nudge[end] + by)) };
    setNudge(moved);
    showNudge(segment.id, moved);
    // Waits for the player to get the moved line.
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
            {t('turn.done')}
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
