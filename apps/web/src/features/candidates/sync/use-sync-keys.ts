import { useEffect, useEffectEvent } from 'react';
import { deedOf, type Focus, type KeyDeed } from './commands.ts';
import type { RowDeeds } from './segment-actions.ts';

type WholeDeeds = Record<
  'save' | 'undo' | 'redo' | 'playPause' | 'previous' | 'next' | 'showKeys',
  () => void
>;

const CONTROLS = 'button, a[href], select, summary, input, [role="slider"], [role="radio"]';
const NOT_TYPED_IN = new Set(['checkbox', 'radio', 'range', 'button', 'submit']);

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target instanceof HTMLTextAreaElement) return 'field';
  if (target instanceof HTMLInputElement && !NOT_TYPED_IN.has(target.type)) return 'field';
  return target.closest(CONTROLS) ? 'control' : 'elsewhere';
}

/** The segment that an element stands in. */
function segmentOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[data-segment]') : null;
  return row ? Number(row.getAttribute('data-segment')) : null;
}

function doInRow(deeds: RowDeeds, deed: KeyDeed, id: number): void {
  if (typeof deed === 'object') {
    if ('set' in deed) deeds.setEdgeHere(id, deed.set);
    else deeds.nudge(id, deed.nudge, deed.direction, deed.isFar);
  } else if (deed === 'playCurrent') deeds.play(id);
  else if (deed === 'playStart') deeds.playStart(id);
  else if (deed === 'playEnd') deeds.playEnd(id);
  else if (deed === 'insert') deeds.insertAfter(id);
  else if (deed === 'delete') deeds.remove(id);
}

/** Doing it once more while the key is held down is what a person means. */
const isRepeatable = (deed: KeyDeed) =>
  typeof deed === 'object' || ['undo', 'redo', 'previous', 'next'].includes(deed);

/** The editor's keys. They work wherever the focus is on the page, but in a dialog. */
export function useSyncKeys(currentId: number, rowDeeds: RowDeeds, whole: WholeDeeds): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    const deed = deedOf(event, focusOf(event.target));
    if (!deed) return;
    event.preventDefault();
    if (event.repeat && !isRepeatable(deed)) return;
    if (deed === 'keys') whole.showKeys();
    else if (typeof deed === 'string' && deed in whole) whole[deed as keyof WholeDeeds]();
    else doInRow(rowDeeds, deed, segmentOf(event.target) ?? currentId);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
