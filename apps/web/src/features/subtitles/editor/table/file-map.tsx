import { subtitles } from '@sayback/contract';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import type { EditorState } from '../model/editor-state.ts';
import { countPages } from '../model/filter-segments.ts';
import type { Segment } from '../model/unsaved.ts';
import { useEditorState } from '../use-editor-state.ts';
import classes from './file-map.module.css';

const PAGE_KEYS: Record<string, (page: number, count: number) => number> = {
  ArrowDown: (page) => page + 1,
  ArrowRight: (page) => page + 1,
  ArrowUp: (page) => page - 1,
  ArrowLeft: (page) => page - 1,
  PageDown: (page) => page + 10,
  PageUp: (page) => page - 10,
  Home: () => 1,
  End: (_, count) => count,
};

const MIN_MARK_PX = 2;

type Mark = 'mismatch' | 'unsaved' | null;

/** Returns a key of the unsaved rows and their mismatch flags. It stays the same while someone types in a row. */
const getUnsavedKey = ({ unsaved }: EditorState): string =>
  [...unsaved].map(([id, { fields }]) => `${id}:${fields.mismatch ?? ''}`).join();

function computeMarks(segments: readonly Segment[], unsavedKey: string): Mark[] {
  const unsaved = new Map(unsavedKey.split(',').map((entry) => entry.split(':') as [string, string]));
  return segments.map(({ id, mismatch }) => {
    const unsavedMismatch = unsaved.get(String(id));
    if (unsavedMismatch === 'true' || (unsavedMismatch !== 'false' && mismatch)) return 'mismatch';
    return unsavedMismatch === undefined ? null : 'unsaved';
  });
}

/** Draws one mark for each segment, in the page's colours. */
function drawMarks(canvas: HTMLCanvasElement, marks: readonly Mark[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const step = height / marks.length;
  for (const [index, mark] of marks.entries()) {
    if (!mark) continue;
    context.fillStyle = style.getPropertyValue(mark === 'mismatch' ? '--mark-mismatch' : '--mark-unsaved');
    context.fillRect(0, index * step, width, Math.max(MIN_MARK_PX, step));
  }
}

/** Map of the whole file, with its mismatches and unsaved rows. A click or a key goes to a page. */
export function FileMap() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { view, filePage: page } = useSession();
  const canvas = useRef<HTMLCanvasElement>(null);
  const segments = useEditorState(editor, (state) => state.segments);
  const unsavedKey = useEditorState(editor, getUnsavedKey);
  const marks = useMemo(() => computeMarks(segments, unsavedKey), [segments, unsavedKey]);
  const count = countPages(segments.length);
  const size = subtitles.SEGMENT_PAGE_SIZE;
  const mismatches = marks.slice((page - 1) * size, page * size).filter((mark) => mark === 'mismatch').length;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const redraw = () => drawMarks(element, marks);
    const frame = requestAnimationFrame(redraw);
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [marks]);

  /** Clears the filter and the query, and goes to a page. */
  function goTo(nextPage: number): void {
    if (view.filter !== 'all') view.setFilter('all');
    if (view.query !== '') view.setQuery('');
    view.goToPage(Math.max(1, Math.min(count, nextPage)));
  }
  function onKeyDown(event: KeyboardEvent): void {
    const next = PAGE_KEYS[event.key];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(next(page, count));
  }
  function onPointer(event: PointerEvent<HTMLDivElement>): void {
    if (event.buttons === 0) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    goTo(Math.floor(((event.clientY - top) / height) * count) + 1);
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.map}
      aria-label={t('editor.map')}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={page}
      aria-valuetext={t('editor.mapValue', { page, count, mismatches })}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <canvas ref={canvas} className={classes.canvas} />
      <div
        className={classes.window}
        style={{ insetBlockStart: `${((page - 1) / count) * 100}%`, height: `${100 / count}%` }}
      />
    </div>
  );
}
