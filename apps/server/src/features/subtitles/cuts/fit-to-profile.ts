import { decodeProfile, type FittedCut, fitCuts, type LineTimes } from '@sayback/speech';

/** Fits lines to a speech profile, in a worker thread. Returns null for lines that already fit. */
export const fitToProfile = ({
  profile,
  lines,
}: {
  profile: Uint8Array;
  lines: LineTimes[];
}): (FittedCut | null)[] => fitCuts(decodeProfile(profile), lines).map((cut) => (cut?.fits ? null : cut));
