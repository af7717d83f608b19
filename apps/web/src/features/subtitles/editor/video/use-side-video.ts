import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { getSegmentId } from '../../../../ui/commands/commands.ts';
import { useEditorDocument } from '../editor-document.ts';
import { findSegmentAt } from '../model/timeline.ts';
import { parseTimes } from '../model/times.ts';
import type { Field } from '../model/unsaved.ts';
import { findElement, getField, isNarrow, scrollFieldIntoView } from '../table/row-elements.ts';
import type { View } from '../table/use-view.ts';
import { useFrameLength } from './use-frame-length.ts';
import { useVideoPlayer } from './use-video-player.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

export type TimelineHandle = { zoom: (factor: number) => void; focus: () => void };

export type SideVideo = ReturnType<typeof useSideVideo>;
type Current = { currentId: number | null; choose: (id: number) => void; view: View };

/**
 * The video beside the table and the timeline below: plays rows, or continuously, which the table follows. If the video
 * would cover the rows, it starts closed.
 */
export function useSideVideo(current: Current) {
  const { editor, video } = useEditorDocument();
  const { currentId, choose, view } = current;
  const playing = useVideoPlayer(video?.id ?? 0);
  const { player } = playing;
  const frameMs = useFrameLength(playing.element);
  const timeline = useRef<TimelineHandle>(null);
  const [isOpen, setIsOpen] = useState(() => !isNarrow());
  const [isTimelineShown, setIsTimelineShown] = useState(true);
  /** The row's field that had the focus before continuous playback. */
  const leftField = useRef<Field | null>(null);
  const [requested, setRequested] = useState<((player: ClipPlayer) => void) | null>(null);

  const showCurrent = useEffectEvent(() => {
    const field = currentId === null ? null : findElement(currentId, null);
    if (field && isNarrow()) scrollFieldIntoView(field);
  });
  useEffect(() => {
    if (isOpen) showCurrent();
  }, [isOpen]);

  /** Opens the video, and runs the action once there is a player. */
  const withPlayer = (action: (player: ClipPlayer) => void) => {
    setIsOpen(true);
    if (player) action(player);
    else setRequested(() => action);
  };
  useEffect(() => {
    if (!requested || !player) return;
    setRequested(null);
    requested(player);
  }, [requested, player]);

  const getStart = (id: number | null): number | undefined => {
    const value = id === null ? undefined : editor.row(id)?.value;
    return (value && parseTimes(value)?.start) ?? undefined;
  };
  const isReady = usePlayback(player, ({ status }) => status === 'ready');
  /** While paused, the video follows the current row: it plays from there, and times are set to that position. */
  const showRow = useEffectEvent(() => {
    const start = getStart(currentId);
    if (start !== undefined) player?.show(start);
  });
  useEffect(() => {
    if (isReady && currentId !== null) showRow();
  }, [isReady, currentId]);

  const follow = useEffectEvent(() => {
    const { isPlaying, clip, position } = player?.getState() ?? { isPlaying: false, clip: null, position: 0 };
    // Don't move the focus away from someone who is typing.
    if (!isPlaying || clip || getSegmentId(document.activeElement) !== null) return;
    const id = findSegmentAt(editor.getState(), position);
    if (id === null || id === currentId) return;
    choose(id);
    view.reveal(id);
  });
  useEffect(() => player?.subscribe(() => follow()), [player]);

  return {
    ...playing,
    frameMs,
    timeline,
    isOpen,
    toggle: () => setIsOpen((open) => !open),
    isTimelineShown,
    toggleTimeline: () => setIsTimelineShown((wasShown) => !wasShown),
    playRow(id: number): void {
      const value = editor.row(id)?.value;
      const times = value && parseTimes(value);
      if (times) withPlayer((ready) => ready.playClip({ from: times.start, to: times.end }));
    },
    /**
     * Plays from the current position, or pauses. The focus leaves the rows, so that they follow; after a pause it moves to the
     * row that was playing.
     */
    playOn(): void {
      if (!player?.getState().isPlaying) {
        leftField.current = getField(document.activeElement);
        if (leftField.current) timeline.current?.focus();
        // If it was just opened or loaded, it isn't at the row yet.
        const from = isReady ? undefined : getStart(currentId);
        withPlayer((ready) => ready.play(from));
        return;
      }
      player.pause();
      if (leftField.current && currentId !== null) view.goTo(currentId, { field: leftField.current });
      leftField.current = null;
    },
    /** Returns the current position in milliseconds; null if there is none. */
    position: (): number | null =>
      player?.getState().status === 'ready' ? Math.round(player.position()) : null,
    step(by: number): void {
      withPlayer((ready) => {
        if (ready.getState().isPlaying) ready.pause();
        ready.seek(Math.max(0, ready.position() + by));
      });
    },
    /** Switches to the next faster (1) or slower (-1) speed from 0.5 to 2. */
    changeRate(by: 1 | -1): void {
      withPlayer((ready) => {
        const { rate } = ready.getState();
        const next = by > 0 ? RATES.find((other) => other > rate) : RATES.findLast((other) => other < rate);
        if (next !== undefined) ready.setRate(next);
      });
    },
  };
}
