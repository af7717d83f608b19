/** A chunk of little-endian 16-bit samples. Frames `from` to `to` are used; the others are margins. */
export type Stretch = { samples: Uint8Array; from: number; to: number };

export type StretchSizes = {
  /** Hop size in samples. */
  hop: number;
  /** Number of frames in a chunk, and in the margin on each side. */
  frames: number;
  margin: number;
};

/** Splits a stream of 16-bit samples into overlapping chunks, since a whole film doesn't fit in memory. */
export async function* splitStretches(
  samples: AsyncIterable<Uint8Array>,
  { hop, frames, margin }: StretchSizes,
): AsyncGenerator<Stretch> {
  const bytes = 2 * hop;
  const stretchBytes = (frames + margin) * bytes;
  let buffered = new Uint8Array(0);
  let chunks: Uint8Array[] = [];
  let pendingLength = 0;
  let from = 0;
  for await (const chunk of samples) {
    chunks.push(chunk);
    pendingLength += chunk.length;
    if (buffered.length + pendingLength < from * bytes + stretchBytes) continue;
    buffered = concatenate([buffered, ...chunks]);
    chunks = [];
    pendingLength = 0;
    while (buffered.length >= from * bytes + stretchBytes) {
      yield { samples: buffered.slice(0, from * bytes + stretchBytes), from, to: from + frames };
      buffered = buffered.subarray((from + frames - margin) * bytes);
      from = margin;
    }
  }
  buffered = concatenate([buffered, ...chunks]);
  const frameCount = Math.floor(buffered.length / bytes);
  if (frameCount > from) yield { samples: buffered, from, to: frameCount };
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** Converts 16-bit little-endian samples to numbers from −1 to 1. */
export function toSamples(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: bytes.byteLength >> 1 },
    (_, index) => view.getInt16(2 * index, true) / 32_768,
  );
}
