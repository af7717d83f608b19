import type { videos } from '@sayback/contract';
import { type PointerEvent, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findBlocks, findEdgeLimits } from '../model/timeline.ts';
import { type Edge, parseTimes, moveEdge } from '../model/times.ts';
import type { Unsaved } from '../model/unsaved.ts';
import { useEditorState } from '../use-editor.ts';
import { drawTimeline } from './draw-timeline.ts';
import { EdgeHandle } from './edge-handle.tsx';
import { usePeaks } from './peaks.ts';
import { Playhead } from './playhead.tsx';
import { following, panned, START_LENGTH, showing, zoomed } from './time-window.ts';
import classes from './timeline.module.css';

/** Zoom factor per unit of wheel delta. */
const WHEEL_ZOOM = 1.002;

/** Key of the unsaved rows' drawing: it stays the same while someone types a translation. */
const getDrawn = ({ unsaved }: EditorState): string =>
  JSON.stringify(
    [...unsaved].map(([id, { fields, version }]) => {
      const { start_time, end_time, mismatch, text_original } = fields;
      return [id, { version, fields: { start_time, end_time, mismatch, text_original } }];
    }),
  );

/** The sound and the segments over time, with draggable edges of the current one. Without a sound, only the segments. */
export function Timeline({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { sideVideo, currentId, view, autosave } = useSession();
  const { player } = sideVideo;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState({ from: 0, length: START_LENGTH });
  const [width, setWidth] = useState(0);
  const segments = useEditorState(editor, (state) => state.segments);
  const drawn = useEditorState(editor, getDrawn);
  const unsaved = useMemo(() => new Map(JSON.parse(drawn) as [number, Unsaved][]), [drawn]);
  const positionById = useEditorState(editor, (state) => state.positionById);
  const duration = usePlayback(player, (playback) => playback.duration);
  const { peaks, isMaking, hasFailed } = usePeaks(video, duration / 1000);
  const sound = useMemo(
    () => peaks && { ...peaks, loudest: peaks.values.reduce((a, b) => Math.max(a, b), 0.05) },
    [peaks],
  );
  const value = currentId === null ? undefined : editor.row(currentId)?.value;
  const times = value ? parseTimes(value) : null;
  const [start, end] = [times?.start, times?.end];

  useImperativeHandle(sideVideo.timeline, () => ({
    zoom: (factor) => setWindow((last) => zoomed(last, factor, start)),
    focus: () => playhead.current?.focus({ preventScroll: true }),
  }));

  useEffect(() => {
    if (start !== undefined && end !== undefined) setWindow((last) => showing(last, { start, end }));
  }, [start, end]);
  useEffect(
    () =>
      player?.subscribe(() => {
        const { isPlaying, position } = player.getState();
        if (isPlaying) setWindow((last) => following(last, position));
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
      const sideways = shiftKey ? deltaY : deltaX;
      setWindow((last) => {
        const around = last.from + ((event.clientX - left) / element.clientWidth) * last.length;
        if (Math.abs(sideways) >= Math.abs(deltaY))
          return panned(last, (sideways / element.clientWidth) * last.length);
        return zoomed(last, WHEEL_ZOOM ** deltaY, around);
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, []);

  useEffect(() => {
    const handle = requestAnimationFrame(() => {
      // The canvas is sized when drawn: redraw if the size changes.
      if (!canvas.current || width === 0) return;
      const blocks = findBlocks(
        { segments, unsaved, positionById },
        window.from,
        window.from + window.length,
      );
      drawTimeline(canvas.current, { window, sound, blocks, currentId });
    });
    return () => cancelAnimationFrame(handle);
  }, [segments, unsaved, positionById, window, sound, currentId, width]);

  const msAt = ({ clientX }: Pick<PointerEvent, 'clientX'>) => {
    const { left = 0, width: all = 1 } = frame.current?.getBoundingClientRect() ?? {};
    return Math.round(window.from + ((clientX - left) / all) * window.length);
  };
  const move = (edge: Edge, to: number) => {
    if (!value) return;
    editor.setFields(value.id, moveEdge(value, edge, to));
    autosave.saveAtRest(value.id);
  };
  const handle = (edge: Edge) =>
    value &&
    times && (
      <EdgeHandle
        {...{ edge, value, window, msAt }}
        number={(editor.getState().positionById.get(value.id) ?? 0) + 1}
        room={findEdgeLimits(editor.getState(), value.id)}
        onMove={(to) => move(edge, to)}
      />
    );

  return (
    <section className={classes.strip} aria-label={t('editorTiming.timeline')} dir="ltr">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what a pointer does here, the sliders in it and the keys do too. */}
      <div
        ref={frame}
        className={classes.frame}
        onPointerDown={(event) => event.button === 0 && player?.seek(Math.max(0, msAt(event)))}
        onDoubleClick={(event) => {
          const at = msAt(event);
          const [block] = findBlocks(editor.getState(), at, at);
          if (block) view.goTo(block.segment.id);
        }}
      >
        <canvas ref={canvas} className={classes.canvas} aria-hidden />
        {handle('start_time')}
        {handle('end_time')}
        {player && <Playhead ref={playhead} {...{ player, window }} />}
        {(isMaking || hasFailed) && (
          <p className={classes.note}>
            {t(isMaking ? 'editorVideo.waveformMaking' : 'editorVideo.waveformFailed')}
          </p>
        )}
      </div>
    </section>
  );
}
