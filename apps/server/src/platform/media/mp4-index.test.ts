import { describe, expect, it } from 'vitest';
import { hasFfmpeg, silentClip, toneClip } from '../../testing/clip.ts';
import { readMp4Index } from './mp4-index.ts';

async function readIndex(bytes: Buffer) {
  let reads = 0;
  const index = await readMp4Index(async (from, length) => {
    reads += 1;
    return bytes.subarray(from, from + length);
  }, bytes.length);
  return { index, reads };
}
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

describe.skipIf(!hasFfmpeg)('the index of an MP4', () => {
  it.each([
    ['at its end', []],
    ['at its beginning', ['-movflags', '+faststart']],
  ])('has the duration and the frame size: %s', async (_, how) => {
    const { index, reads } = await readIndex(await toneClip(...how));
    expect(index).toMatchObject({ width: 64, height: 48 });
    expect(Math.abs((index?.duration_ms ?? 0) - 12_000)).toBeLessThan(200);
    expect(reads).toBeLessThan(40);
  });

  it.each([
    ['at its end', []],
    ['at its beginning', ['-movflags', '+faststart']],
  ])('shows that a file is truncated: %s', async (_, how) => {
    const whole = await toneClip(...how);
    for (const part of [0.3, 0.6, 0.95]) {
      expect((await readIndex(whole.subarray(0, Math.floor(whole.length * part)))).index).toBeNull();
    }
  });

  it('is read from files without audio, and with data at their end', async () => {
    expect((await readIndex(await silentClip())).index).toMatchObject({ width: 64 });
    expect(
      (await readIndex(Buffer.concat([await toneClip(), Buffer.from('<script>')]))).index,
    ).not.toBeNull();
  });

  it('is read from whole and truncated fragmented files, without a duration', async () => {
    const whole = await toneClip('-movflags', '+frag_keyframe+empty_moov');
    for (const bytes of [whole, whole.subarray(0, Math.floor(whole.length * 0.8))])
      expect((await readIndex(bytes)).index).toMatchObject({ width: 64, height: 48, duration_ms: null });
  });
});

describe('a file that isn’t MP4', () => {
  const type = box('ftyp', Buffer.from('mp42\0\0\0\0mp42'));

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['only a type', type],
    ['text after a type', Buffer.concat([type, Buffer.from('<script>alert(document.domain)</script>')])],
    ['an index without a track', Buffer.concat([type, box('moov', box('mvhd', Buffer.alloc(100)))])],
    [
      'a track other than video or audio',
      Buffer.concat([
        type,
        box('moov', box('trak', box('mdia', box('hdlr', Buffer.from(`${'\0'.repeat(8)}text`))))),
      ]),
    ],
    ['boxes without end', Buffer.concat(Array<Buffer>(5000).fill(box('free')))],
  ])('has no MP4 index: %s', async (_, bytes) => {
    const { index, reads } = await readIndex(bytes);
    expect(index).toBeNull();
    expect(reads).toBeLessThan(1100);
  });
});
