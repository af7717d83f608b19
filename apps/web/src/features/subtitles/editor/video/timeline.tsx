import type { videos } from '@sayback/contract';
import { type PointerEvent, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findBlocks, findEdgeLimits } from '../model/timeline.ts';
import { type Edge, moveEdge, parseTimes } from '../model/times.ts';
import type { Unsaved } from '../model/unsaved.ts';
import { useEditorState } from '../use-editor-state.ts';
import { drawTimeline } from './draw-timeline.ts';
import { EdgeHandle } from './edge-handle.tsx';
import { usePeaks } from './peaks.ts';
import { Playhead } from './playhead.tsx';
import { followPosition, INITIAL_LENGTH_MS, panWindow, showInWindow, zoomWindow } from './time-window.ts';
import classes from './timeline.module.css';

/** Zoom factor per unit of wheel delta. */
const WHEEL_ZOOM = 1.002;

/** Returns a key of everything drawn for unsaved rows. It stays the same while someone types a translation. */
const getDrawingKey = ({ unsaved }: EditorState): string =>
  JSON.stringify(
    [...unsaved].map(([id, { fields, version }]) => {
      const { start_time, end_time, mismatch, text_original } = fields;
      return [id, { version, fields: { start_time, end_time, mismatch, text_original } }];
    }),
  );

/** Timeline with the segments, the sound if available, and draggable edges of the current segment. */
export function Timeline({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { sideVideo, currentId, view, autosave } = useSession();
  const { player } = sideVideo;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState({ from: 0, length: INITIAL_LENGTH_MS });
  const [width, setWidth] = useState(0);
  const segments = useEditorState(editor, (state) => state.segments);
  const drawingKey = useEditorState(editor, getDrawingKey);
  const unsaved = useMemo(() => new Map(JSON.parse(drawingKey) as [number, Unsaved][]), [drawingKey]);
  const positionById = useEditorState(editor, (state) => state.positionById);
  const duration = usePlayback(player, (playback) => playback.duration);
  const { peaks, isComputing, hasFailed } = usePeaks(video, duration / 1000);
  const sound = useMemo(
    () => peaks && { ...peaks, loudest: peaks.values.reduce((a, b) => Math.max(a, b), 0.05) },
    [peaks],
  );
  const value = currentId === null ? undefined : editor.row(currentId)?.value;
  const times = value ? parseTimes(value) : null;
  const [start, end] = [times?.start, times?.end];

  useImperativeHandle(sideVideo.timeline, () => ({
    zoom: (factor) => setWindow((last) => zoomWindow(last, factor, start)),
    focus: () => playhead.current?.focus({ preventScroll: true }),
  }));

  useEffect(() => {
    if (start !== undefined && end !== undefined) setWindow((last) => showInWindow(last, { start, end }));
  }, [start, end]);
  useEffect(
    () =>
      player?.subscribe(() => {
        const { isPlaying, position } = player.getState();
        if (isPlaying) setWindow((last) => followPosition(last, position));
      }),
    [player],
  );

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left } = element.getBoundingClientRect();
      const { deltaX, deltaY, shiftKey } = event;
      const horizontalDelta = shiftKey ? deltaY : deltaX;
      setWindow((last) => {
        const pointerTime = last.from + ((event.clientX - left) / element.clientWidth) * last.length;
        if (Math.abs(horizontalDelta) >= Math.abs(deltaY))
          return panWindow(last, (horizontalDelta / element.clientWidth) * last.length);
        return zoomWindow(last, WHEEL_ZOOM ** deltaY, pointerTime);
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, []);

  useEffect(() => {
    const frameRequest = requestAnimationFrame(() => {
      // The canvas is sized when drawn: redraw if the size changes.
      if (!canvas.current || width === 0) return;
      const blocks = findBlocks(
        { segments, unsaved, positionById },
        window.from,
        window.from + window.length,
      );
      drawTimeline(canvas.current, { window, sound, blocks, currentId });
    });
    return () => cancelAnimationFrame(frameRequest);
  }, [segments, unsaved, positionById, window, sound, currentId, width]);

  const timeAt = ({ clientX }: Pick<PointerEvent, 'clientX'>) => {
    const { left = 0, width: frameWidth = 1 } = frame.current?.getBoundingClientRect() ?? {};
    return Math.round(window.from + ((clientX - left) / frameWidth) * window.length);
  };
  const moveTo = (edge: Edge, to: number) => {
    if (!value) return;
    editor.setFields(value.id, moveEdge(value, edge, to));
    autosave.saveAfterDelay(value.id);
  };
  const renderHandle = (edge: Edge) =>
    value &&
    times && (
      <EdgeHandle
        {...{ edge, value, window, timeAt }}
        number={(editor.getState().positionById.get(value.id) ?? 0) + 1}
        limits={findEdgeLimits(editor.getState(), value.id)}
        onMove={(to) => moveTo(edge, to)}
      />
    );

  return (
    <section className={classes.strip} aria-label={t('editorTiming.timeline')} dir="ltr">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders in it and keys do the same. */}
      <div
        ref={frame}
        className={classes.frame}
        onPointerDown={(event) => event.button === 0 && player?.seek(Math.max(0, timeAt(event)))}
        onDoubleClick={(event) => {
          const time = timeAt(event);
          const [block] = findBlocks(editor.getState(), time, time);
          if (block) view.goTo(block.segment.id);
        }}
      >
        <canvas ref={canvas} className={classes.canvas} aria-hidden />
        {renderHandle('start_time')}
        {renderHandle('end_time')}
        {player && <Playhead ref={playhead} {...{ player, window }} />}
        {(isComputing || hasFailed) && (
          <p className={classes.note}>
            {t(isComputing ? 'editorVideo.creatingWaveform' : 'editorVideo.waveformFailed')}
          </p>
        )}
      </div>
    </section>
  );
}
