import { analyse, BYTES_A_FRAME, encodeProfile } from '@sayback/speech';

export type Stretch = {
  /** PCM at 16 kHz, 16 bits, little-endian. */
  samples: Uint8Array;
  /** First of the samples' frames that the profile takes. */
  from: number;
  to: number;
};

/** Computes the speech profile of a stretch, in a worker thread. */
export function profileStretch({ samples, from, to }: Stretch): Uint8Array {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  const sound = Float32Array.from(
    { length: samples.byteLength >> 1 },
    (_, at) => view.getInt16(2 * at, true) / 32_768,
  );
  const bytes = encodeProfile(analyse(sound));
  bytes.copyWithin(1, 1 + from * BYTES_A_FRAME, 1 + to * BYTES_A_FRAME);
  return bytes.slice(0, 1 + (to - from) * BYTES_A_FRAME);
}
