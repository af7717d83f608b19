import { decodeProfile, type FittedCut, fitCuts, type LineTimes } from '@sayback/speech';

/** Both ends within so many milliseconds of where they are: nothing to propose. */
const SAME_MS = 40;

/** What a worker thread does: fits lines to a speech profile. Theirs that hardly change are null. */
export function fitToProfile({
  profile,
  lines,
}: {
  profile: Uint8Array;
  lines: LineTimes[];
}): (FittedCut | null)[] {
  return fitCuts(decodeProfile(profile), lines).map((cut, at) => {
    const line = lines[at] as LineTimes;
    const isSame =
      !cut || (Math.abs(cut.start - line.start) < SAME_MS && Math.abs(cut.end - line.end) < SAME_MS);
    return isSame ? null : cut;
  });
}
