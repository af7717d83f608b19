/** 16-bit samples, little-endian, and the range of frames that count: the others are margins. */
export type Stretch = { samples: Uint8Array; from: number; to: number };

export type StretchSizes = {
  /** Samples from one frame to the next. */
  hop: number;
  /** Frames in a stretch, and in the margin on each side. */
  frames: number;
  margin: number;
};

/** Splits 16-bit samples into overlapping stretches, as they arrive: a whole film doesn't fit in memory. */
export async function* stretchesOf(
  samples: AsyncIterable<Uint8Array>,
  { hop, frames, margin }: StretchSizes,
): AsyncGenerator<Stretch> {
  const bytes = 2 * hop;
  const whole = (frames + margin) * bytes;
  let buffered = new Uint8Array(0);
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  let from = 0;
  for await (const chunk of samples) {
    chunks.push(chunk);
    waiting += chunk.length;
    if (buffered.length + waiting < from * bytes + whole) continue;
    buffered = joined([buffered, ...chunks]);
    chunks = [];
    waiting = 0;
    while (buffered.length >= from * bytes + whole) {
      yield { samples: buffered.slice(0, from * bytes + whole), from, to: from + frames };
      buffered = buffered.subarray((from + frames - margin) * bytes);
      from = margin;
    }
  }
  buffered = joined([buffered, ...chunks]);
  const left = Math.floor(buffered.length / bytes);
  if (left > from) yield { samples: buffered, from, to: left };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Converts 16-bit little-endian samples to numbers from −1 to 1. */
export function toSamples(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: bytes.byteLength >> 1 },
    (_, at) => view.getInt16(2 * at, true) / 32_768,
  );
}
