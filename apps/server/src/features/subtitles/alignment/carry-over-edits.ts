import { CONTENT, type NewSegment } from '../segments/segment-columns.ts';

/** An aligned segment and those inserted after it (before it, at the start of the list). */
type Group = { digests: string[]; members: NewSegment[] };

const getDigests = ({ aligned_digest }: NewSegment) => aligned_digest?.split(' ') ?? [];

/** Two parts of a digest: including the times, and of the texts alone ('' in digests of earlier releases). */
const getWhole = (digest: string) => digest.split('.')[0] ?? '';
const getText = (digest: string) => digest.split('.')[1] ?? '';

/** Returns true if an editor or a service changed, inserted, merged or deleted anything. */
export const holdsEdits = (rows: readonly NewSegment[]): boolean =>
  rows.some((row) => row.edited || (row.origin ?? 'file') !== 'file' || getDigests(row).length !== 1);

function toGroups(rows: readonly NewSegment[]): Group[] {
  const groups: Group[] = [];
  let leading: NewSegment[] = [];
  for (const row of rows) {
    const digests = getDigests(row);
    if (digests.length > 0) {
      groups.push({ digests, members: [...leading, row] });
      leading = [];
    } else if (groups.length > 0) groups.at(-1)?.members.push(row);
    else leading.push(row);
  }
  return groups;
}

function positionsByKey(keys: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) {
    const found = positions.get(key);
    if (found) found.push(at);
    else positions.set(key, [at]);
  }
  return positions;
}

/** Maps each previous key to the position of the equal one now: its second occurrence to the second position. */
function matched(former: readonly string[], now: readonly string[], mustBeAsMany: boolean) {
  const after = positionsByKey(now);
  const positions: (number | undefined)[] = former.map(() => undefined);
  for (const [key, same] of positionsByKey(former)) {
    const found = key === '' ? [] : (after.get(key) ?? []);
    if (mustBeAsMany && found.length !== same.length) continue;
    for (const [nth, at] of same.entries()) positions[at] = found[nth];
  }
  return positions;
}

/**
 * Returns the position of each digest: by the whole, or else by its texts, as after a change of the original's times. A text
 * that occurs more or less often than before doesn't count.
 */
function getPositions(digests: readonly string[], aligned: readonly NewSegment[]): (number | undefined)[] {
  const now = aligned.map(({ aligned_digest }) => aligned_digest ?? '');
  const whole = matched(digests.map(getWhole), now.map(getWhole), false);
  const byText = matched(digests.map(getText), now.map(getText), true);
  return whole.map((position, at) => position ?? byText[at]);
}

/** Assigns a row the previous one's id, and a new version only if its content differs. */
function identify(row: NewSegment, former: NewSegment | undefined): NewSegment {
  if (former?.id === undefined) return row;
  const isSame = CONTENT.every((key) => row[key] === former[key]);
  return { ...row, id: former.id, version: (former.version ?? 1) + (isSame ? 0 : 1) };
}

/** Moves the rows of a group to its segments' new times; inserted rows move along. */
function retimed({ members }: Group, segments: readonly NewSegment[]): NewSegment[] {
  const anchor = members.find((row) => getDigests(row).length > 0);
  const [first, last] = [segments[0], segments.at(-1)];
  if (!anchor || !first || !last) return members;
  const by = first.start_ms - anchor.start_ms;
  return members.map((row) => {
    const start_ms = row === anchor ? first.start_ms : Math.max(0, row.start_ms + by);
    const end_ms = row === anchor ? last.end_ms : Math.max(start_ms, row.end_ms + by);
    const digests = row === anchor && segments.map(({ aligned_digest }) => aligned_digest).join(' ');
    return identify({ ...row, start_ms, end_ms, ...(digests && { aligned_digest: digests }) }, row);
  });
}

/**
 * Carries editors' changes of a previous alignment over to the new one. If the digests of a previous segment occur again in a
 * row, its edited form replaces them, followed by the segments inserted after it, so merged and deleted ones stay merged and
 * deleted. If only the texts occur again, the edited form gets the new times. All others are as aligned, with the previous
 * one's id.
 */
export function carryOverEdits(former: readonly NewSegment[], aligned: readonly NewSegment[]): NewSegment[] {
  const groups = toGroups(former);
  const positions = getPositions(
    groups.flatMap(({ digests }) => digests),
    aligned,
  );
  const carried = new Map<number, { rows: NewSegment[]; covers: number }>();
  const formerAt = new Map<number, NewSegment>();
  let next = 0;
  for (const group of groups) {
    const { digests, members } = group;
    const [start, ...rest] = positions.slice(next, next + digests.length);
    next += digests.length;
    if (start === undefined) continue;
    if (!holdsEdits(members)) {
      if (members[0]) formerAt.set(start, members[0]);
      continue;
    }
    if (!rest.every((position, at) => position === start + 1 + at)) continue;
    const segments = aligned.slice(start, start + digests.length);
    const isSame = digests.every(
      (digest, at) => getWhole(digest) === getWhole(segments[at]?.aligned_digest ?? ''),
    );
    carried.set(start, { rows: isSame ? members : retimed(group, segments), covers: digests.length });
  }

  const rows: NewSegment[] = [];
  let covered = 0;
  for (const [at, row] of aligned.entries()) {
    const found = carried.get(at);
    if (found) {
      rows.push(...found.rows);
      covered = at + found.covers;
    } else if (at >= covered) rows.push(identify(row, formerAt.get(at)));
  }
  return rows;
}
