import { pageParam, stringParam } from '../../../api/search-params.ts';

type UsersSearch = { q?: string | undefined; page?: number | undefined };

/** Reads the accounts list's page and filter from the URL. */
export const readUsersSearch = ({ q, page }: Record<string, unknown>): UsersSearch => ({
  q: stringParam(q),
  page: pageParam(page),
});

export const readActivitySearch = ({ page }: Record<string, unknown>): Pick<UsersSearch, 'page'> => ({
  page: pageParam(page),
});

/** Counts the pages of a list with `count` entries; at least one. */
export const countPages = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
