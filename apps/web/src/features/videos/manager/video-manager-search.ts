import { textOf } from '../../../api/search-params.ts';

/** What the address of the Video Manager says: what is searched for, and whether the trash is shown. */
type VideoManagerSearch = { q?: string | undefined; view?: 'trash' | undefined };

export const readVideoManagerSearch = ({ q, view }: Record<string, unknown>): VideoManagerSearch => ({
  q: textOf(q),
  view: view === 'trash' ? 'trash' : undefined,
});
