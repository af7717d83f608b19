import { buildUrl } from '@sayback/contract';
import { notFound } from '../errors/app-error.ts';

type Page<Item> = { count: number; next: string | null; previous: string | null; results: Item[] };

export const getOffset = (page: number, size: number) => (page - 1) * size;

/**
 * Wraps one page of a list. `address` is the list's full URL without a query; `query` is the filter to repeat in the links.
 * Throws a 404 for a page past the end, except the first page of an empty list.
 */
export function wrapPage<Item>(
  list: { address: string; query: Record<string, unknown>; page: number; size: number },
  count: number,
  results: Item[],
): Page<Item> {
  const last = Math.max(1, Math.ceil(count / list.size));
  if (list.page > last) throw notFound('common.noPage');
  const link = (page: number) => buildUrl(list.address, {}, { ...list.query, page });
  return {
    count,
    next: list.page < last ? link(list.page + 1) : null,
    previous: list.page > 1 ? link(list.page - 1) : null,
    results,
  };
}
