import { pageOf, textOf } from '../../../api/search-params.ts';

type UsersSearch = { q?: string | undefined; page?: number | undefined };

/** What the address of the list of accounts says: which page, and which accounts. */
export const readUsersSearch = ({ q, page }: Record<string, unknown>): UsersSearch => ({
  q: textOf(q),
  page: pageOf(page),
});

export const readActivitySearch = ({ page }: Record<string, unknown>): Pick<UsersSearch, 'page'> => ({
  page: pageOf(page),
});

/** How many pages a list of `count` has: one at least. */
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
