/**
 * Returns a function that computes the power spectrum (|X|², bins 0 to size/2) of `size` samples: a half-size radix-2 FFT (Cooley
 * & Tukey 1965) over pairs of samples, combined into the full spectrum (Sorensen et al. 1987).
 */
export function createPowerSpectrum(size: number): (input: Float32Array, power: Float64Array) => void {
  if (size < 4 || (size & (size - 1)) !== 0)
    throw new RangeError(`${size} is not a power of two of at least 4.`);
  const half = size / 2;
  const re = new Float64Array(half);
  const im = new Float64Array(half);
  const cos = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  const reversed = reverseBits(half);

  return (input, power) => {
    for (let i = 0; i < half; i++) {
      const pair = 2 * (reversed[i] as number);
      re[i] = input[pair] as number;
      im[i] = input[pair + 1] as number;
    }
    for (let width = 1; width < half; width *= 2) {
      const stride = half / width;
      for (let start = 0; start < half; start += 2 * width) {
        for (let k = 0; k < width; k++) {
          const a = start + k;
          const b = a + width;
          const wr = cos[k * stride] as number;
          const wi = sin[k * stride] as number;
          const br = re[b] as number;
          const bi = im[b] as number;
          const tr = br * wr - bi * wi;
          const ti = br * wi + bi * wr;
          re[b] = (re[a] as number) - tr;
          im[b] = (im[a] as number) - ti;
          re[a] = (re[a] as number) + tr;
          im[a] = (im[a] as number) + ti;
        }
      }
    }
    power[0] = ((re[0] as number) + (im[0] as number)) ** 2;
    power[half] = ((re[0] as number) - (im[0] as number)) ** 2;
    for (let i = 1; i < half; i++) {
      const j = half - i;
      // Spectra of the even and the odd samples.
      const evenRe = ((re[i] as number) + (re[j] as number)) / 2;
      const evenIm = ((im[i] as number) - (im[j] as number)) / 2;
      const oddRe = ((im[i] as number) + (im[j] as number)) / 2;
      const oddIm = ((re[j] as number) - (re[i] as number)) / 2;
      const wr = cos[i] as number;
      const wi = sin[i] as number;
      power[i] = (evenRe + oddRe * wr - oddIm * wi) ** 2 + (evenIm + oddRe * wi + oddIm * wr) ** 2;
    }
  };
}

function reverseBits(size: number): Uint32Array {
  const reversed = new Uint32Array(size);
  for (let i = 1; i < size; i++) reversed[i] = ((reversed[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0);
  return reversed;
}
