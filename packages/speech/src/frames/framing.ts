/** Sample rate of the analysed audio in Hz. It is mono, with samples from −1 to 1. */
export const SAMPLE_RATE = 16_000;

/** Hop size in samples: 10 ms. */
export const HOP = 160;

/** Frame length in samples: 25 ms. */
export const FRAME = 400;

export const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;

/** Returns the number of frames for a number of samples: one per whole hop. */
export const countFrames = (samples: number): number => Math.floor(samples / HOP);

/** Returns the index of the sample at the centre of a frame. */
export const frameCentre = (frame: number): number => frame * HOP + HOP / 2;

/** Returns the time at which a frame's hop starts, in seconds. */
export const frameToSeconds = (frame: number): number => frame / FRAMES_PER_SECOND;

/** Copies the samples around a centre into `out`, and pads with zeros outside the recording. */
export function copyAround(samples: Float32Array, centre: number, out: Float32Array): void {
  const from = centre - (out.length >> 1);
  out.fill(0);
  out.set(samples.subarray(Math.max(0, from), Math.max(0, from + out.length)), Math.max(0, -from));
}

/** Returns the Hann window of this length (Blackman & Tukey 1958). */
export function hannWindow(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length));
}
