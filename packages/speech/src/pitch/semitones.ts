/** Converts pitch to semitones relative to the speaker's median, so that high and low voices are comparable; NaN if unvoiced. */
export function toSemitones(pitch: Float32Array): Float32Array {
  const reference = medianPitch(pitch);
  return pitch.map((hz) => (hz > 0 ? 12 * Math.log2(hz / reference) : Number.NaN));
}

/** Returns the median of the voiced frames in Hz, NaN without voiced frames. */
export function medianPitch(pitch: Float32Array): number {
  const voiced = pitch.filter((hz) => hz > 0).sort();
  return voiced[voiced.length >> 1] ?? Number.NaN;
}

/** Returns the pitch range in semitones, from the 5th to the 95th percentile of the voiced frames; 0 with fewer than ten. */
export function pitchRange(pitch: Float32Array): number {
  const voiced = pitch.filter((hz) => hz > 0).sort();
  if (voiced.length < 10) return 0;
  const low = voiced[Math.floor(0.05 * (voiced.length - 1))] as number;
  const high = voiced[Math.ceil(0.95 * (voiced.length - 1))] as number;
  return 12 * Math.log2(high / low);
}
