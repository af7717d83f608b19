import { analyse, BYTES_PER_FRAME, encodeProfile, type Stretch, toSamples } from '@sayback/speech';

/** Computes the speech profile of a stretch (PCM at 16 kHz), in a worker thread. */
export function profileStretch({ samples, from, to }: Stretch): Uint8Array {
  const bytes = encodeProfile(analyse(toSamples(samples)));
  bytes.copyWithin(1, 1 + from * BYTES_PER_FRAME, 1 + to * BYTES_PER_FRAME);
  return bytes.slice(0, 1 + (to - from) * BYTES_PER_FRAME);
}
