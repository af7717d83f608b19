import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, text } from '../fields.ts';

/** A browser tab that has the alignment open in the editor. */
export const editor = z.object({
  tab: z.string(),
  username: z.string(),
  /** Number of the open page, from 1. */
  page: z.int(),
  /** The segment being edited. */
  segment_id: z.nullable(id),
});
export type Editor = z.infer<typeof editor>;

export const alignmentEvent = z.discriminatedUnion('type', [
  /** All current editors, including the receiver. */
  z.object({ type: z.literal('editors'), editors: z.array(editor) }),
  /**
   * These segments have changed. `versions`, in the same order, let the author of a change ignore it; the previous release omits
   * them.
   */
  z.object({ type: z.literal('changed'), ids: z.array(id), versions: z.optional(z.array(z.int())) }),
  /** Segments were inserted, removed or replaced, or the language changed: fetch the alignment again. */
  z.object({ type: z.literal('reordered') }),
]);
export type AlignmentEvent = z.infer<typeof alignmentEvent>;

const tab = text(64).check(z.minLength(1));

export const followAlignment = endpoint({
  id: 'subtitles.followAlignment',
  subject: 'alignment',
  method: 'GET',
  path: '/api/alignments/{id}/events/',
  access: 'admin',
  summary:
    'Streams the alignment’s other editors and its changes as server-sent events while the connection is open.',
  params: byId,
  query: z.object({ tab }),
  events: alignmentEvent,
});

export const announceEditor = endpoint({
  id: 'subtitles.announceEditor',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/presence/',
  access: 'admin',
  summary:
    'Announces this tab’s position in the alignment to other editors. It is shown while the tab follows the events.',
  params: byId,
  body: z.object({ tab, page: z.int().check(z.positive()), segment_id: z.nullable(id) }),
  isReadOnly: true,
});
