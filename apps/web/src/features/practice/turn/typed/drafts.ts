import { accountStorage } from '../../../../device-storage/account-storage.ts';
import type { TypingHint } from './typing-hint.ts';

/** Text typed for a line: a value for each of its fields. */
type Draft = {
  parts: readonly string[];
  values: readonly string[];
  /** The shown hint of each field, and the total number of hints. */
  hints: readonly (TypingHint | null)[];
  hintCount: number;
};

/** Maximum number of stored drafts; the oldest are removed. */
const MAX_DRAFTS = 100;

const storage = accountStorage<Draft & { at: number }>('typed');

export const createDraft = (parts: readonly string[]): Draft => ({
  parts,
  values: parts.map(() => ''),
  hints: parts.map(() => null),
  hintCount: 0,
});

/** Reads a line's draft; creates a new one if none is stored for the same fields. */
export function readDraft(account: string, key: string, parts: readonly string[]): Draft {
  const stored = storage.read(account, key);
  return stored?.parts.join('\n') === parts.join('\n') ? stored : createDraft(parts);
}

/** Stores a draft until it is checked; null removes it. */
export function storeDraft(account: string, key: string, draft: Draft | null): void {
  const isEmpty = draft === null || (draft.hintCount === 0 && draft.values.every((value) => value === ''));
  storage.write(account, isEmpty ? undefined : { ...draft, at: Date.now() }, key);
  const items = storage.items(account);
  if (items.length <= MAX_DRAFTS) return;
  const ages = items.map((item) => ({ item, at: storage.read(account, item)?.at ?? 0 }));
  ages.sort((a, b) => b.at - a.at);
  for (const { item } of ages.slice(MAX_DRAFTS)) storage.write(account, undefined, item);
}
