import { decodeProfile, type FittedCut, fitCuts, type LineTimes } from '@sayback/speech';

/**
 * Tolerances in milliseconds: a line may lose this much, and include this much of the pauses around it, without a person
 * listening.
 */
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
