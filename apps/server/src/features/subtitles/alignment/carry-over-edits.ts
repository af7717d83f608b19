import { CONTENT, type NewSegment } from '../segments/segment-columns.ts';

/** An aligned segment and what an editor put behind it (before it, at the start of the list). */
type Group = { digests: string[]; members: NewSegment[] };

const digestsOf = ({ aligned_digest }: NewSegment) => aligned_digest?.split(' ') ?? [];

/** Returns true if an editor or a service changed, inserted, merged or deleted anything. */
export const holdsEdits = (rows: readonly NewSegment[]): boolean =>
  rows.some((row) => row.edited || (row.origin ?? 'file') !== 'file' || digestsOf(row).length !== 1);

function groupsOf(rows: readonly NewSegment[]): Group[] {
  const groups: Group[] = [];
  let leading: NewSegment[] = [];
  for (const row of rows) {
    const digests = digestsOf(row);
    if (digests.length > 0) {
      groups.push({ digests, members: [...leading, row] });
      leading = [];
    } else if (groups.length > 0) groups.at(-1)?.members.push(row);
    else leading.push(row);
  }
  return groups;
}

/** Makes a row the previous one of the same digest: with its id, and a new version only where it says something else. */
function identify(row: NewSegment, former: NewSegment | undefined): NewSegment {
  if (former?.id === undefined) return row;
  const isSame = CONTENT.every((key) => row[key] === former[key]);
  return { ...row, id: former.id, version: (former.version ?? 1) + (isSame ? 0 : 1) };
}

/**
 * Carries what editors made of a former alignment into the new one. Where the digests of a former segment come again, one
 * behind the other, its edited form stands instead of them, followed by what was inserted behind it: so merged and deleted
 * ones stay merged and deleted. Everything else is as the aligner made it, under the id of the previous one where the digest
 * is the same.
 */
export function carryOverEdits(former: readonly NewSegment[], aligned: readonly NewSegment[]): NewSegment[] {
  const indexOf = new Map(aligned.map((row, at) => [row.aligned_digest, at]));
  const carried = new Map<number, Group>();
  for (const group of groupsOf(former)) {
    if (!holdsEdits(group.members)) continue;
    const start = indexOf.get(group.digests[0] ?? '');
    if (start === undefined) continue;
    const isBack = group.digests.every((digest, at) => aligned[start + at]?.aligned_digest === digest);
    if (isBack) carried.set(start, group);
  }

  const carriedRows = new Set([...carried.values()].flatMap(({ members }) => members));
  // Each is taken out once it was used: the same cue may be in a file twice.
  const formerOf = new Map(
    former.filter((row) => !carriedRows.has(row)).map((row) => [row.aligned_digest, row]),
  );
  const rows: NewSegment[] = [];
  let covered = 0;
  for (const [at, row] of aligned.entries()) {
    const group = carried.get(at);
    if (group) {
      rows.push(...group.members);
      covered = at + group.digests.length;
    } else if (at >= covered) {
      rows.push(identify(row, formerOf.get(row.aligned_digest)));
      formerOf.delete(row.aligned_digest);
    }
  }
  return rows;
}
