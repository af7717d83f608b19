/** Properties of media. Null if unknown, or for width and height without video. */
export type MediaFacts = { duration_ms: number | null; width: number | null; height: number | null };

/** Reads bytes of a file: fewer than `length` at its end. */
export type ReadAt = (from: number, length: number) => Promise<Buffer>;

type Box = { type: string; body: number; end: number };

/** Maximum number of boxes on one level. */
const MAX_BOXES = 1000;

/** Reads the boxes between two positions (ISO/IEC 14496-12, 4.2). If the last box ends after `to`, the file is truncated. */
async function* readBoxes(read: ReadAt, from: number, to: number): AsyncGenerator<Box> {
  let offset = from;
  for (let count = 0; offset + 8 <= to && count < MAX_BOXES; count++) {
    const head = await read(offset, 16);
    if (head.length < 8) return;
    const shortSize = head.readUInt32BE(0);
    const isLong = shortSize === 1 && head.length === 16;
    const size = shortSize === 0 ? to - offset : isLong ? Number(head.readBigUInt64BE(8)) : shortSize;
    const headSize = isLong ? 16 : 8;
    // Not a box, but other data after the last one.
    if (size < headSize) return;
    yield { type: head.toString('latin1', 4, 8), body: offset + headSize, end: offset + size };
    offset += size;
  }
}

async function findBox(read: ReadAt, parent: Box, ...path: string[]): Promise<Box | null> {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  for await (const box of readBoxes(read, parent.body, parent.end))
    if (box.type === type) return findBox(read, box, ...rest);
  return null;
}

async function readDuration(read: ReadAt, movie: Box): Promise<number | null> {
  const header = await findBox(read, movie, 'mvhd');
  const body = header && (await read(header.body, 32));
  if (!body || body.length < 32) return null;
  const isLong = body[0] === 1;
  const scale = body.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
  return scale > 0 && duration > 0 ? Math.round((duration / scale) * 1000) : null;
}

type Track = { kind: string; width: number; height: number };

async function readTrack(read: ReadAt, track: Box): Promise<Track> {
  const header = await findBox(read, track, 'tkhd');
  const handler = await findBox(read, track, 'mdia', 'hdlr');
  // The integer part of 16.16 fixed-point numbers, at the end of the header.
  const size = header && (await read(header.end - 8, 8));
  const isComplete = size?.length === 8;
  return {
    kind: handler ? (await read(handler.body + 8, 4)).toString('latin1') : '',
    width: isComplete ? size.readUInt16BE(0) : 0,
    height: isComplete ? size.readUInt16BE(4) : 0,
  };
}

/**
 * Finds and reads the index of an MP4, MOV or M4A of `size` bytes with a few short reads. Returns null if the file is
 * truncated, or has neither a video nor an audio track.
 */
export async function readMp4Index(read: ReadAt, size: number): Promise<MediaFacts | null> {
  let movie: Box | null = null;
  let isFragmented = false;
  let isTruncated = false;
  for await (const box of readBoxes(read, 0, size)) {
    if (box.type === 'moov') movie = box;
    if (box.type === 'moof') {
      // A truncated fragmented file can still be played to its end.
      isFragmented = true;
      break;
    }
    if (['moov', 'mdat'].includes(box.type) && box.end > size) isTruncated = true;
  }
  if (!movie || isTruncated) return null;
  const tracks: Track[] = [];
  for await (const box of readBoxes(read, movie.body, movie.end))
    if (box.type === 'trak') tracks.push(await readTrack(read, box));
  if (!tracks.some(({ kind }) => kind === 'vide' || kind === 'soun')) return null;
  const picture = tracks.find(({ kind, width }) => kind === 'vide' && width > 0);
  return {
    duration_ms: isFragmented ? null : await readDuration(read, movie),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
}
