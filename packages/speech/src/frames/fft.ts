/** Returns a function that computes the power spectrum (|X|², bins 0 to size/2) of real input: a radix-2 FFT (Cooley & Tukey 1965). */
export function powerSpectrumOf(size: number): (input: Float32Array, power: Float64Array) => void {
  if (size < 2 || (size & (size - 1)) !== 0) throw new RangeError(`${size} is no power of two.`);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  const reversed = reverseBits(size);

  return (input, power) => {
    for (let i = 0; i < size; i++) {
      re[i] = input[reversed[i] as number] ?? 0;
      im[i] = 0;
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const a = start + k;
          const b = a + half;
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
    for (let i = 0; i <= size / 2; i++) power[i] = (re[i] as number) ** 2 + (im[i] as number) ** 2;
  };
}

function reverseBits(size: number): Uint32Array {
  const reversed = new Uint32Array(size);
  for (let i = 1; i < size; i++) reversed[i] = ((reversed[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0);
  return reversed;
}
