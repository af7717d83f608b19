import { stringParam } from '../../../api/search-params.ts';

/** Search parameters of the Video Manager: the query, and whether the trash is shown. */
type VideoManagerSearch = { q?: string | undefined; view?: 'trash' | undefined };

export const readVideoManagerSearch = ({ q, view }: Record<string, unknown>): VideoManagerSearch => ({
  q: stringParam(q),
  view: view === 'trash' ? 'trash' : undefined,
});
