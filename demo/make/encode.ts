import { run } from './programs.ts';
import { SAMPLE_RATE } from './speak.ts';

/** Pictures a second. */
export const FRAME_RATE = 10;

// Nothing of the machine or the time gets into the file, so that the same input gives the same bytes.
const REPEATABLE = [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

// Without these a player guesses the colours, and Safari and Chromium guess differently.
const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];

/** Writes an MP4 (H.264 Main, AAC) of PNG pictures and a WAV file to `file`. */
export async function encodeClip(
  pictures: AsyncIterable<Buffer>,
  wavFile: string,
  file: string,
): Promise<void> {
  const args = [
    '-v',
    'error',
    '-y',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-framerate',
    `${FRAME_RATE}`,
    '-i',
    'pipe:0',
  ];
  args.push('-i', wavFile, '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', ...COLOURS);
  args.push(
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-level',
    '3.0',
    '-preset',
    'veryslow',
    '-tune',
    'animation',
  );
  args.push('-crf', '31', '-g', '120', '-threads', '2');
  // Takes the hiss and the boom out of the synthetic voices.
  args.push(
    '-af',
    'highpass=f=80,equalizer=f=3200:t=q:w=1:g=-3,lowpass=f=8500,alimiter=limit=0.6:level=false',
    '-c:a',
    'aac',
    '-b:a',
    '40k',
    '-ac',
    '1',
  );
  await run('ffmpeg', [...args, '-movflags', '+faststart', ...REPEATABLE, file], pictures);
}

/** Writes one PNG picture as JPEG to `file`. */
export async function encodePoster(picture: Buffer, file: string): Promise<void> {
  const args = [
    '-v',
    'error',
    '-y',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-i',
    'pipe:0',
    '-frames:v',
    '1',
    '-q:v',
    '4',
  ];
  await run('ffmpeg', [...args, ...REPEATABLE, file], [picture]);
}

/** A mono 16-bit WAV file of samples from -1 to 1. */
export function wavOf(samples: Float32Array): Buffer {
  const wav = Buffer.alloc(44 + 2 * samples.length);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + 2 * samples.length, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(2 * SAMPLE_RATE, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, i) => {
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + 2 * i);
  });
  return wav;
}
