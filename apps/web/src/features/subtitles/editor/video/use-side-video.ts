import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { getSegmentId } from '../../../../ui/commands/commands.ts';
import { useEditorDocument } from '../editor-document.ts';
import { findSegmentAt } from '../model/timeline.ts';
import { parseTimes } from '../model/times.ts';
import type { Field } from '../model/unsaved.ts';
import { findFieldElement, getField, isNarrow, scrollFieldIntoView } from '../table/row-elements.ts';
import type { View } from '../table/use-view.ts';
import { useFrameLength } from './use-frame-length.ts';
import { useVideoPlayer } from './use-video-player.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

export type TimelineHandle = { zoom: (factor: number) => void; focus: () => void };

export type SideVideo = ReturnType<typeof useSideVideo>;
type RowContext = { currentId: number | null; setCurrentId: (id: number) => void; view: View };

/**
 * State of the video next to the table, and the timeline. It plays rows, or continuously, and then the current row follows. If it
 * would cover the table, it is closed initially.
 */
export function useSideVideo(current: RowContext) {
  const { editor, video } = useEditorDocument();
  const { currentId, setCurrentId, view } = current;
  const videoPlayer = useVideoPlayer(video?.id ?? 0);
  const { player } = videoPlayer;
  const frameMs = useFrameLength(videoPlayer.element);
  const timeline = useRef<TimelineHandle>(null);
  const [isOpen, setIsOpen] = useState(() => !isNarrow());
  const [isTimelineShown, setIsTimelineShown] = useState(true);
  /** Field of a row that had the focus before continuous playback. */
  const previousField = useRef<Field | null>(null);
  const [pendingAction, setPendingAction] = useState<((player: ClipPlayer) => void) | null>(null);

  const showCurrent = useEffectEvent(() => {
    const field = currentId === null ? null : findFieldElement(currentId, null);
    if (field && isNarrow()) scrollFieldIntoView(field);
  });
  useEffect(() => {
    if (isOpen) showCurrent();
  }, [isOpen]);

  /** Opens the video, and runs the action once there is a player. */
  const withPlayer = (action: (player: ClipPlayer) => void) => {
    setIsOpen(true);
    if (player) action(player);
    else setPendingAction(() => action);
  };
  useEffect(() => {
    if (!pendingAction || !player) return;
    setPendingAction(null);
    pendingAction(player);
  }, [pendingAction, player]);

  const findStart = (id: number | null): number | undefined => {
    const value = id === null ? undefined : editor.row(id)?.value;
    return (value && parseTimes(value)?.start) ?? undefined;
  };
  const isReady = usePlayback(player, ({ status }) => status === 'ready');
  /** While paused, the video shows the start of the current row. */
  const showRow = useEffectEvent(() => {
    const start = findStart(currentId);
    if (start !== undefined) player?.show(start);
  });
  useEffect(() => {
    if (isReady && currentId !== null) showRow();
  }, [isReady, currentId]);

  const followPlayback = useEffectEvent(() => {
    const { isPlaying, clip, position } = player?.getState() ?? { isPlaying: false, clip: null, position: 0 };
    // Don't change the row of someone who is typing.
    if (!isPlaying || clip || getSegmentId(document.activeElement) !== null) return;
    const id = findSegmentAt(editor.getState(), position);
    if (id === null || id === currentId) return;
    setCurrentId(id);
    view.scrollToRow(id);
  });
  useEffect(() => player?.subscribe(() => followPlayback()), [player]);

  return {
    ...videoPlayer,
    frameMs,
    timeline,
    isOpen,
    toggle: () => setIsOpen((wasOpen) => !wasOpen),
    isTimelineShown,
    toggleTimeline: () => setIsTimelineShown((wasShown) => !wasShown),
    playRow(id: number): void {
      const value = editor.row(id)?.value;
      const times = value && parseTimes(value);
      if (times) withPlayer((readyPlayer) => readyPlayer.playClip({ from: times.start, to: times.end }));
    },
    /**
     * Plays from the current position, or pauses. While playing, the focus is on the timeline, so that the current row can follow;
     * after a pause, it moves to the row that was playing.
     */
    togglePlay(): void {
      if (!player?.getState().isPlaying) {
        previousField.current = getField(document.activeElement);
        if (previousField.current) timeline.current?.focus();
        // A video that isn't ready yet isn't at the row's start.
        const from = isReady ? undefined : findStart(currentId);
        withPlayer((readyPlayer) => readyPlayer.play(from));
        return;
      }
      player.pause();
      if (previousField.current && currentId !== null) view.goTo(currentId, { field: previousField.current });
      previousField.current = null;
    },
    /** Returns the current position in milliseconds; null if the video isn't ready. */
    position: (): number | null =>
      player?.getState().status === 'ready' ? Math.round(player.position()) : null,
    step(ms: number): void {
      withPlayer((readyPlayer) => {
        if (readyPlayer.getState().isPlaying) readyPlayer.pause();
        readyPlayer.seek(Math.max(0, readyPlayer.position() + ms));
      });
    },
    /** Switches to the next faster (1) or slower (-1) speed from 0.5 to 2. */
    changeRate(step: 1 | -1): void {
      withPlayer((readyPlayer) => {
        const { rate } = readyPlayer.getState();
        const next =
          step > 0 ? RATES.find((faster) => faster > rate) : RATES.findLast((slower) => slower < rate);
        if (next !== undefined) readyPlayer.setRate(next);
      });
    },
  };
}
