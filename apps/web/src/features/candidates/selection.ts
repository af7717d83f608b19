import type { candidates } from '@sayback/contract';
import type { CandidatesFilter } from './candidates-search.ts';

/** Selected candidates: some, across pages, or all that match the filter. */
export type Selection = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'every' };

/** Maximum number of individually selected candidates: the server accepts no more. */
export const MAX_PICKED = 1000;

export const NOTHING: Selection = { kind: 'some', ids: new Set() };
export const EVERYTHING: Selection = { kind: 'every' };

export const isPicked = (selection: Selection, id: number): boolean =>
  selection.kind === 'every' || selection.ids.has(id);

/** Number of selected candidates, of the `resultCount` that match the filter. */
export const countSelected = (selection: Selection, resultCount: number): number =>
  selection.kind === 'every' ? resultCount : selection.ids.size;

/**
 * Selects or deselects candidates of a page. Deselecting one of all results leaves only the others of this page selected, since
 * those on other pages were never seen.
 */
export function pick(
  selection: Selection,
  ids: readonly number[],
  isPicked: boolean,
  page: readonly number[],
): Selection {
  const next = new Set(selection.kind === 'every' ? page : selection.ids);
  for (const id of ids) {
    if (isPicked) next.add(id);
    else next.delete(id);
  }
  return { kind: 'some', ids: next };
}

/** State of a page's checkbox. */
export function pickedOnPage(selection: Selection, page: readonly number[]): 'none' | 'some' | 'all' {
  const picked = page.filter((id) => isPicked(selection, id)).length;
  if (picked === 0) return 'none';
  return picked === page.length ? 'all' : 'some';
}

type Chosen = { candidate_ids?: number[]; filter?: CandidatesFilter };

/** The selection in the calls' form; null if nothing is selected. */
export function chosenBy(selection: Selection, filter: CandidatesFilter): Chosen | null {
  if (selection.kind === 'every') return { filter };
  return selection.ids.size === 0 ? null : { candidate_ids: [...selection.ids] };
}

/** Returns the candidate after one in the list, or the previous one if it was the last. */
export function findNeighbour(list: readonly Pick<candidates.Candidate, 'id'>[], id: number): number | null {
  const at = list.findIndex((item) => item.id === id);
  return (list[at + 1] ?? list[at - 1])?.id ?? null;
}
