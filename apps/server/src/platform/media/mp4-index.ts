/** Null if unknown, or without video. */
export type MediaFacts = { duration_ms: number | null; width: number | null; height: number | null };

/** Reads bytes of a file; fewer at its end. */
export type ReadAt = (from: number, length: number) => Promise<Buffer>;

type Box = { type: string; body: number; end: number };

/** Limit of boxes on one level. */
const MAX_BOXES = 1000;

/** Reads the boxes between two positions (ISO/IEC 14496-12, 4.2). The last one may end beyond `to`: then the file is truncated. */
async function* boxesIn(read: ReadAt, from: number, to: number): AsyncGenerator<Box> {
  let at = from;
  for (let count = 0; at + 8 <= to && count < MAX_BOXES; count++) {
    const head = await read(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = short === 0 ? to - at : isLong ? Number(head.readBigUInt64BE(8)) : short;
    const headSize = isLong ? 16 : 8;
    // The last box is followed by other data.
    if (size < headSize) return;
    yield { type: head.toString('latin1', 4, 8), body: at + headSize, end: at + size };
    at += size;
  }
}

async function findBox(read: ReadAt, within: Box, ...path: string[]): Promise<Box | null> {
  const [type, ...rest] = path;
  if (type === undefined) return within;
  for await (const box of boxesIn(read, within.body, within.end))
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
  const isWhole = size?.length === 8;
  return {
    kind: handler ? (await read(handler.body + 8, 4)).toString('latin1') : '',
    width: isWhole ? size.readUInt16BE(0) : 0,
    height: isWhole ? size.readUInt16BE(4) : 0,
  };
}

/**
 * Reads the index of an MP4, MOV or M4A of `size` bytes with a few short reads, wherever it is. Returns null for a truncated
 * file, or one without a video or audio track.
 */
export async function readMp4Index(read: ReadAt, size: number): Promise<MediaFacts | null> {
  let movie: Box | null = null;
  let isInFragments = false;
  let isCutOff = false;
  for await (const box of boxesIn(read, 0, size)) {
    if (box.type === 'moov') movie = box;
    if (box.type === 'moof') {
      // A fragmented file can be played as far as it goes.
      isInFragments = true;
      break;
    }
    if (['moov', 'mdat'].includes(box.type) && box.end > size) isCutOff = true;
  }
  if (!movie || isCutOff) return null;
  const tracks: Track[] = [];
  for await (const box of boxesIn(read, movie.body, movie.end))
    if (box.type === 'trak') tracks.push(await readTrack(read, box));
  if (!tracks.some(({ kind }) => kind === 'vide' || kind === 'soun')) return null;
  const picture = tracks.find(({ kind, width }) => kind === 'vide' && width > 0);
  return {
    duration_ms: isInFragments ? null : await readDuration(read, movie),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
}
