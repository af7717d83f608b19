import { ActionIcon } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { IconFlag, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Player } from '../player/player.ts';
import { type LoadedAlignment, nudged, type PracticeSegment, practiceSessionQuery } from '../queries.ts';
import { TurnButton } from '../turn-panel/turn-button.tsx';
import classes from '../turn-panel/turn-panel.module.css';

const STEP_MS = 50;
const MOST_MS = 1000;
const NO_NUDGE: subtitles.Nudge = { start_ms: 0, end_ms: 0 };
const OF_TIME: ReadonlySet<subtitles.ReportKind> = new Set(['starts_late', 'ends_early', 'ends_late']);

type Report = { id: number; kind: subtitles.ReportKind; nudge: subtitles.Nudge | null };

type Props = {
  videoId: number;
  alignmentId: number;
  /** Those that the line is made of. */
  segments: readonly PracticeSegment[];
  player: Player | null;
  onClose: () => void;
};

/** What is wrong with the line: one press, and for its times a nudge that counts for this learner at once. */
export function ReportLine({ videoId, alignmentId, segments, player, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [kind, setKind] = useState<subtitles.ReportKind | null>(null);
  const ofKind = (of: subtitles.ReportKind | null) =>
    of?.startsWith('ends') ? segments.at(-1) : segments[0];
  const segment = ofKind(kind);
  const [nudge, setNudge] = useState(NO_NUDGE);
  const { queryKey } = practiceSessionQuery(videoId, alignmentId);
  const moveLine = (id: number, moved: subtitles.Nudge) =>
    client.setQueryData<LoadedAlignment>(
      queryKey,
      (loaded) =>
        loaded && {
          ...loaded,
          segments: loaded.segments.map((other) => (other.id === id ? nudged(other, moved) : other)),
        },
    );
  // One after the other, in the order of the presses; their callbacks run when the panel is closed, too.
  const scope = { id: 'line reports' };
  const withdraw = useMutation({
    scope,
    mutationFn: (id: number) => call(subtitles.withdrawReport, { params: { id } }),
    onSuccess: (_, id) => {
      const loaded = client.getQueryData<LoadedAlignment>(queryKey);
      if (loaded?.segments.some((other) => other.id === id && other.nudge)) moveLine(id, NO_NUDGE);
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
    setKind(chosen);
    const { id = 0, nudge: before } = ofKind(chosen) ?? {};
    setNudge(before ?? NO_NUDGE);
    report.mutate({ id, kind: chosen, nudge: (OF_TIME.has(chosen) && before) || null });
    if (!OF_TIME.has(chosen)) onClose();
  }

  function hear() {
    if (!kind || !segment) return;
    if (nudge !== (segment.nudge ?? NO_NUDGE)) {
      report.mutate({ id: segment.id, kind, nudge });
      moveLine(segment.id, nudge);
    }
    onClose();
    // Once the player has the line as it is now.
    setTimeout(() => player?.playSegment());
  }

  const side = (name: keyof subtitles.Nudge, label: string) => {
    const move = (by: number) =>
      setNudge({ ...nudge, [name]: Math.max(-MOST_MS, Math.min(MOST_MS, nudge[name] + by)) });
    const value = `${nudge[name] > 0 ? '+' : ''}${nudge[name].toLocaleString(i18n.language)} ms`;
    return (
      <div className={classes.nudge}>
        <span>{label}</span>
        <TurnButton aria-label={`${label} ${t('turn.report.earlier')}`} onClick={() => move(-STEP_MS)}>
          −
        </TurnButton>
        <output>{value}</output>
        <TurnButton aria-label={`${label} ${t('turn.report.later')}`} onClick={() => move(STEP_MS)}>
          +
        </TurnButton>
      </div>
    );
  };

  return (
    <div className={classes.part}>
      <div className={classes.title}>
        <strong>{t(kind ? 'turn.report.nudge' : 'turn.report.title')}</strong>
        <ActionIcon variant="transparent" c="inherit" aria-label={t('app.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      {kind ? (
        <>
          <div className={classes.buttons}>
            {segment === segments[0] && side('start_ms', t('turn.report.start'))}
            {segment === segments.at(-1) && side('end_ms', t('turn.report.end'))}
          </div>
          <div className={classes.buttons}>
            <TurnButton isMain onClick={hear}>
              {t('turn.report.hear')}
            </TurnButton>
          </div>
        </>
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
