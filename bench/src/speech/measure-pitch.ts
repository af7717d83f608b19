import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { computePitch, HOP, SAMPLE_RATE } from '@sayback/speech';
import { addNoise, makeNoise, rms } from '../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../packages/speech/src/testing/random.ts';
import { type Piece, synthesise, VOWELS } from '../../../packages/speech/src/testing/source-filter-voice.ts';
import { median } from '../metrics.ts';
import type { Half } from './material/texts.ts';

/**
 * Measures pitch detection on voices of known pitch, 80 to 300 Hz, with noise at an SNR in dB: shares of frames with each kind
 * of error, and the median error in cents.
 */
export function measureKnownPitch({ seed }: Half, snr: number) {
  const cents: number[] = [];
  let voiced = 0;
  let missed = 0;
  let gross = 0;
  let jumps = 0;
  for (let voice = 0; voice < 24; voice++) {
    const { samples, pitch } = synthesise(readPieces(seed * 31 + voice), { seed: voice });
    const level = rms(samples.filter((_, i) => (pitch[i] as number) > 0)) * 10 ** (-snr / 20);
    const estimated = computePitch(
      addNoise(samples, makeNoise(voice % 2 ? 'white' : 'pink', samples.length, seed + voice), level),
    );
    let previous = 0;
    for (const [frame, hz] of estimated.entries()) {
      const truth = pitch[frame * HOP + HOP / 2] ?? 0;
      const ratio = truth > 0 ? hz / truth : 0;
      if (truth > 0) voiced++;
      if (truth > 0 && hz === 0) missed++;
      if (ratio > 0 && Math.abs(ratio - 1) > 0.2) gross++;
      else if (ratio > 0) cents.push(Math.abs(1200 * Math.log2(ratio)));
      if (previous > 0 && ratio > 0 && Math.abs(Math.log2(ratio / previous)) > 0.7) jumps++;
      previous = ratio;
    }
  }
  return {
    gross: gross / (voiced - missed),
    cents: median(cents),
    missed: missed / voiced,
    jumps: jumps / voiced,
  };
}

function readPieces(seed: number): Piece[] {
  const random = createRandom(seed);
  const base = 90 * 2 ** (random() * 1.6);
  const names = Object.keys(VOWELS) as (keyof typeof VOWELS)[];
  const pieces: Piece[] = [{ silence: true, seconds: 0.3 }];
  for (let i = 0; i < 8; i++) {
    const hz = base * 2 ** ((random() - 0.5) * 0.8);
    const vowel = names[Math.floor(random() * names.length)] ?? 'a';
    pieces.push({ vowel, seconds: 0.08 + 0.2 * random(), hz, endHz: hz * 2 ** ((random() - 0.5) * 0.6) });
    if (random() < 0.4) pieces.push({ hiss: true, seconds: 0.05 + 0.1 * random() });
    if (random() < 0.3) pieces.push({ silence: true, seconds: 0.04 + 0.3 * random() });
  }
  return pieces;
}

/** Returns the share of frames whose pitch is within 20 % of Praat's, among those that both consider voiced. */
export function compareWithPraat(sounds: readonly Float32Array[]): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'praat-'));
  const script = path.join(folder, 'pitch.praat');
  writeFileSync(script, SCRIPT);
  let both = 0;
  let near = 0;
  try {
    for (const samples of sounds) {
      const file = path.join(folder, 'sound.wav');
      writeFileSync(file, encodeWav(samples));
      const estimated = computePitch(samples);
      const out = execFileSync('praat', ['--run', script, file, `${estimated.length}`], { encoding: 'utf8' });
      const praat = out.trim().split('\n').map(Number);
      for (const [frame, hz] of estimated.entries()) {
        const other = praat[frame] ?? Number.NaN;
        if (hz === 0 || Number.isNaN(other)) continue;
        both++;
        if (Math.abs(hz / other - 1) <= 0.2) near++;
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return near / both;
}

// Praat's defaults, with our pitch range.
const SCRIPT = `form Pitch
  sentence File
  integer Frames
endform
Read from file: file$
To Pitch (ac): 0, 60, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600
for i to frames
  f = Get value at time: (i - 0.5) * 0.01, "Hertz", "Linear"
  appendInfoLine: f
endfor
`;

function encodeWav(samples: Float32Array): Buffer {
  const out = Buffer.alloc(44 + 2 * samples.length);
  out.write('RIFF', 0);
  out.writeUInt32LE(36 + 2 * samples.length, 4);
  out.write('WAVEfmt ', 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(SAMPLE_RATE, 24);
  out.writeUInt32LE(2 * SAMPLE_RATE, 28);
  out.writeUInt16LE(2, 32);
  out.writeUInt16LE(16, 34);
  out.write('data', 36);
  out.writeUInt32LE(2 * samples.length, 40);
  for (const [i, sample] of samples.entries()) {
    out.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), 44 + 2 * i);
  }
  return out;
}
