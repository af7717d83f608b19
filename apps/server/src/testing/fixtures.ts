/** A pair of small subtitle files: the target joins two lines of the original. */
export const ENGLISH_SRT = `1
00:00:01,000 --> 00:00:03,000
Good morning.

2
00:00:03,500 --> 00:00:06,000
Two coffees, please.

3
00:00:06,200 --> 00:00:08,000
And a glass of water.

4
00:00:09,000 --> 00:00:11,500
Here you are.
`;

export const SPANISH_VTT = `WEBVTT

00:00:01.100 --> 00:00:03.000
Buenos días.

00:00:03.500 --> 00:00:08.000
Dos cafés, por favor, y un vaso de agua.

00:00:09.100 --> 00:00:11.400
Aquí tiene.
`;

/** One second of silence as MP3: frames of MPEG-1 layer III at 32 kbit/s. */
export function silentMp3(): Buffer {
  const frame = Buffer.alloc(104);
  frame.set([0xff, 0xfb, 0x10, 0xc4]);
  return Buffer.concat(Array.from({ length: 40 }, () => frame));
}
