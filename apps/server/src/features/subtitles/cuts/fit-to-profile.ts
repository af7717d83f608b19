import { decodeProfile, type FittedCut, fitCuts, type LineTimes } from '@sayback/speech';

/** A line may lose so many milliseconds, and have so much of the pauses around it: no fault that a person has to listen for. */
const LOST_MS = 40;
const SPARE_MS = 120;

/** Fits lines to a speech profile, in a worker thread. Null for lines whose cut barely changes. */
export function fitToProfile({
  profile,
  lines,
}: {
  profile: Uint8Array;
  lines: LineTimes[];
}): (FittedCut | null)[] {
  return fitCuts(decodeProfile(profile), lines).map((cut, at) => {
    const line = lines[at] as LineTimes;
    const isFine = (spare: number) => spare > -LOST_MS && spare < SPARE_MS;
    const isSame = !cut || (isFine(cut.start - line.start) && isFine(line.end - cut.end));
    return isSame ? null : cut;
  });
}
