import type { candidates } from '@sayback/contract';
import type { CandidatesFilter } from './candidates-search.ts';

/** Selected candidates: some, across pages, or all that match the filter. */
export type Selection = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'all' };

/** Limit of the server for individually selected candidates. */
export const MAX_SELECTED = 1000;

export const EMPTY_SELECTION: Selection = { kind: 'some', ids: new Set() };
export const ALL_RESULTS: Selection = { kind: 'all' };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' || selection.ids.has(id);

/** Counts the selected candidates; `resultCount` candidates match the filter. */
export const countSelected = (selection: Selection, resultCount: number): number =>
  selection.kind === 'all' ? resultCount : selection.ids.size;

/**
 * Selects or deselects candidates of a page. If all results are selected, deselecting one leaves only the others of this page
 * selected, since the user never saw those on other pages.
 */
export function setSelected(
  selection: Selection,
  ids: readonly number[],
  isSelected: boolean,
  page: readonly number[],
): Selection {
  const next = new Set(selection.kind === 'all' ? page : selection.ids);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return { kind: 'some', ids: next };
}

/** Returns the state of a page's checkbox. */
export function pageCheckboxState(selection: Selection, page: readonly number[]): 'none' | 'some' | 'all' {
  const selectedCount = page.filter((id) => isSelected(selection, id)).length;
  if (selectedCount === 0) return 'none';
  return selectedCount === page.length ? 'all' : 'some';
}

type SelectionFilter = { candidate_ids?: number[]; filter?: CandidatesFilter };

/** Converts the selection to request parameters; null if nothing is selected. */
export function buildSelectionFilter(selection: Selection, filter: CandidatesFilter): SelectionFilter | null {
  if (selection.kind === 'all') return { filter };
  return selection.ids.size === 0 ? null : { candidate_ids: [...selection.ids] };
}

/** Returns the id of the next candidate in the list; of the previous one for the last. */
export function findNeighbour(list: readonly Pick<candidates.Candidate, 'id'>[], id: number): number | null {
  const index = list.findIndex((item) => item.id === id);
  return (list[index + 1] ?? list[index - 1])?.id ?? null;
}
