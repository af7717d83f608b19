import { pageOf, textOf } from '../../../api/search-params.ts';

type UsersSearch = { q?: string | undefined; page?: number | undefined };

/** Reads the page and the filter of the accounts list from the address. */
export const readUsersSearch = ({ q, page }: Record<string, unknown>): UsersSearch => ({
  q: textOf(q),
  page: pageOf(page),
});

export const readActivitySearch = ({ page }: Record<string, unknown>): Pick<UsersSearch, 'page'> => ({
  page: pageOf(page),
});

/** Number of pages in a list of `count`; at least one. */
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
