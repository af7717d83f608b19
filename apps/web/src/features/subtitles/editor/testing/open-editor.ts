import { createEditor, type Editor } from '../model/editor.ts';
import type { Unsaved } from '../model/unsaved.ts';
import { createMemorySegmentGateway } from './memory-segment-gateway.ts';
import { segments } from './segments.ts';

/** Opens an editor of `count` segments on an in-memory server, with a clock that the test advances. */
export function open(count = 3, unsaved = new Map<number, Unsaved>()) {
  const start = segments(count);
  const server = createMemorySegmentGateway(start);
  const clock = { now: 0 };
  const editor = createEditor({
    segments: start,
    unsaved,
    languages: { original: 'es', target: 'en' },
    gateway: server.gateway,
    now: () => clock.now,
  });
  return { editor, server, clock };
}

export const targetTexts = (editor: Editor) =>
  editor.getState().segments.map(({ id }) => editor.row(id)?.value.text_target);
export const segmentIds = (editor: Editor) => editor.getState().segments.map(({ id }) => id);
