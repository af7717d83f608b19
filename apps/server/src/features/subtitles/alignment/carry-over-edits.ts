import { CONTENT, type NewSegment } from '../segments/segment-columns.ts';

/** An aligned segment with the segments inserted after it; the first group also has those inserted before it. */
type Group = { digests: string[]; members: NewSegment[] };

/** A merged segment has several digests, an inserted one has none. */
const splitDigests = ({ aligned_digest }: NewSegment) => aligned_digest?.split(' ') ?? [];

/** The digest of the cues with their times. */
const timedDigest = (digest: string) => digest.split('.')[0] ?? '';
/** The digest of the cues' texts; '' in digests of earlier releases. */
const textDigest = (digest: string) => digest.split('.')[1] ?? '';

/** Returns true if an editor or a service changed, inserted, merged or deleted anything. */
export const hasEdits = (rows: readonly NewSegment[]): boolean =>
  rows.some((row) => row.edited || (row.origin ?? 'file') !== 'file' || splitDigests(row).length !== 1);

function groupInserted(rows: readonly NewSegment[]): Group[] {
  const groups: Group[] = [];
  let leading: NewSegment[] = [];
  for (const row of rows) {
    const digests = splitDigests(row);
    if (digests.length > 0) {
      groups.push({ digests, members: [...leading, row] });
      leading = [];
    } else if (groups.length > 0) groups.at(-1)?.members.push(row);
    else leading.push(row);
  }
  return groups;
}

function indexPositions(keys: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, key] of keys.entries()) {
    const list = positions.get(key);
    if (list) list.push(position);
    else positions.set(key, [position]);
  }
  return positions;
}

/** Finds the new position of each previous key: the second occurrence of a key is matched with its second new position. */
function matchKeys(previous: readonly string[], current: readonly string[], requiresEqualCount: boolean) {
  const currentPositions = indexPositions(current);
  const result: (number | undefined)[] = previous.map(() => undefined);
  for (const [key, previousPositions] of indexPositions(previous)) {
    const positions = key === '' ? [] : (currentPositions.get(key) ?? []);
    if (requiresEqualCount && positions.length !== previousPositions.length) continue;
    for (const [occurrence, index] of previousPositions.entries()) result[index] = positions[occurrence];
  }
  return result;
}

/**
 * Returns the new position of each digest: by its timed part, or else by its texts, as after a change of the original's times.
 * A text that occurs more or less often than before isn't matched.
 */
function findPositions(digests: readonly string[], aligned: readonly NewSegment[]): (number | undefined)[] {
  const current = aligned.map(({ aligned_digest }) => aligned_digest ?? '');
  const positions = matchKeys(digests.map(timedDigest), current.map(timedDigest), false);
  const textPositions = matchKeys(digests.map(textDigest), current.map(textDigest), true);
  return positions.map((position, index) => position ?? textPositions[index]);
}

/** Assigns a row the previous one's id, and a new version only if its content differs. */
function assignId(row: NewSegment, previous: NewSegment | undefined): NewSegment {
  if (previous?.id === undefined) return row;
  const isSame = CONTENT.every((key) => row[key] === previous[key]);
  return { ...row, id: previous.id, version: (previous.version ?? 1) + (isSame ? 0 : 1) };
}

/** Moves a group to its segments' new times. Inserted rows are shifted like the aligned one. */
function moveToNewTimes({ members }: Group, segments: readonly NewSegment[]): NewSegment[] {
  const anchor = members.find((row) => splitDigests(row).length > 0);
  const [first, last] = [segments[0], segments.at(-1)];
  if (!anchor || !first || !last) return members;
  const shift = first.start_ms - anchor.start_ms;
  return members.map((row) => {
    const start_ms = row === anchor ? first.start_ms : Math.max(0, row.start_ms + shift);
    const end_ms = row === anchor ? last.end_ms : Math.max(start_ms, row.end_ms + shift);
    const digests = row === anchor && segments.map(({ aligned_digest }) => aligned_digest).join(' ');
    return assignId({ ...row, start_ms, end_ms, ...(digests && { aligned_digest: digests }) }, row);
  });
}

/**
 * Carries editors' changes of the previous alignment over to the new one. If all digests of a previous segment occur again,
 * adjacent and in order, the edited segment replaces the new ones, followed by the segments inserted after it: merged and
 * deleted segments stay merged and deleted. If only the texts occur again, the edited segment gets the new times. All other
 * new segments are unchanged, except for the previous segment's id.
 */
export function carryOverEdits(
  previous: readonly NewSegment[],
  aligned: readonly NewSegment[],
): NewSegment[] {
  const groups = groupInserted(previous);
  const positions = findPositions(
    groups.flatMap(({ digests }) => digests),
    aligned,
  );
  const carried = new Map<number, { rows: NewSegment[]; replaced: number }>();
  const previousByPosition = new Map<number, NewSegment>();
  let next = 0;
  for (const group of groups) {
    const { digests, members } = group;
    const [start, ...rest] = positions.slice(next, next + digests.length);
    next += digests.length;
    if (start === undefined) continue;
    if (!hasEdits(members)) {
      if (members[0]) previousByPosition.set(start, members[0]);
      continue;
    }
    if (!rest.every((position, index) => position === start + 1 + index)) continue;
    const segments = aligned.slice(start, start + digests.length);
    const hasSameTimes = digests.every(
      (digest, index) => timedDigest(digest) === timedDigest(segments[index]?.aligned_digest ?? ''),
    );
    const rows = hasSameTimes ? members : moveToNewTimes(group, segments);
    carried.set(start, { rows, replaced: digests.length });
  }

  const rows: NewSegment[] = [];
  let replacedEnd = 0;
  for (const [position, row] of aligned.entries()) {
    const edited = carried.get(position);
    if (edited) {
      rows.push(...edited.rows);
      replacedEnd = position + edited.replaced;
    } else if (position >= replacedEnd) rows.push(assignId(row, previousByPosition.get(position)));
  }
  return rows;
}
