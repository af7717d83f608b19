import { FRAMES_PER_SECOND, SAMPLE_RATE, type SpeechFrames } from '@sayback/speech';

const PLAYBACK_RATE = 44_100;
/** Seconds played before and after the speech. */
const LEAD_S = 0.15;
const TAIL_S = 0.25;
/** Maximum gain for a quiet microphone, dB: more would mostly amplify noise. */
const MAX_GAIN_DB = 24;

/** Decodes sound to mono at a sample rate. The browser mixes channels in its own thread. */
export async function decodeSound(data: ArrayBuffer, sampleRate = SAMPLE_RATE): Promise<Float32Array> {
  const buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(data);
  if (buffer.numberOfChannels === 1) return buffer.getChannelData(0);
  const mixer = new OfflineAudioContext(1, buffer.length, sampleRate);
  const source = new AudioBufferSourceNode(mixer, { buffer });
  source.connect(mixer.destination);
  source.start();
  return (await mixer.startRendering()).getChannelData(0);
}

/** Returns start and end of the speech with a margin, in seconds; the whole take if it has no speech. */
export function findSpeechRange({ speech }: SpeechFrames): { from: number; to: number } {
  const first = speech.indexOf(1);
  const length = speech.length / FRAMES_PER_SECOND;
  if (first < 0) return { from: 0, to: length };
  const last = speech.lastIndexOf(1) + 1;
  return {
    from: Math.max(0, first / FRAMES_PER_SECOND - LEAD_S),
    to: Math.min(length, last / FRAMES_PER_SECOND + TAIL_S),
  };
}

/** Returns the mean power of the speech, dBFS; null without speech. */
export function measureSpeechLevel({ loudness, speech }: SpeechFrames): number | null {
  let power = 0;
  let count = 0;
  for (const [frame, level] of loudness.entries()) {
    if (!speech[frame]) continue;
    power += 10 ** (level / 10);
    count++;
  }
  return count > 0 ? 10 * Math.log10(power / count) : null;
}

/** Returns the gain that brings a take to a level, without clipping. */
function computeGain(level: number | null, take: SpeechFrames | null, samples: Float32Array): number {
  const takeLevel = take && measureSpeechLevel(take);
  if (level === null || takeLevel === null) return 1;
  const targetGain = 10 ** (Math.min(MAX_GAIN_DB, level - takeLevel) / 20);
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  return peak > 0 ? Math.min(targetGain, 0.98 / peak) : targetGain;
}

/** Encodes one or two channels as a 16-bit WAV file. The shorter channel is padded with silence. */
export function encodeWav(channels: readonly Float32Array[], sampleRate: number): Blob {
  const length = Math.max(...channels.map((channel) => channel.length));
  const frame = 2 * channels.length;
  const view = new DataView(new ArrayBuffer(44 + length * frame));
  const write = (offset: number, text: string) => {
    for (const [i, letter] of [...text].entries()) view.setUint8(offset + i, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, 36 + length * frame, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, length * frame, true);
  for (let i = 0; i < length; i++) {
    for (const [channel, samples] of channels.entries()) {
      const value = Math.max(-1, Math.min(1, samples[i] ?? 0));
      view.setInt16(44 + i * frame + 2 * channel, Math.round(value * 32_767), true);
    }
  }
  return new Blob([view], { type: 'audio/wav' });
}

/** A recorded take; `frames` is null if the speech engine failed. */
export type RecordedTake = { sound: Blob; frames: SpeechFrames | null };

const applyGain = (samples: Float32Array, gain: number) => samples.map((sample) => gain * sample);

async function decodeSpeech({ sound, frames }: RecordedTake, sampleRate: number): Promise<Float32Array> {
  const samples = await decodeSound(await sound.arrayBuffer(), sampleRate);
  if (!frames) return samples;
  const { from, to } = findSpeechRange(frames);
  return samples.subarray(Math.floor(from * sampleRate), Math.ceil(to * sampleRate));
}

/** Returns the take for playback, trimmed to its speech and as loud as the original. */
export async function createPlaybackSound(take: RecordedTake, level: number | null): Promise<Blob> {
  const samples = await decodeSpeech(take, PLAYBACK_RATE);
  return encodeWav([applyGain(samples, computeGain(level, take.frames, samples))], PLAYBACK_RATE);
}

/** Returns a stereo sound: the original (16 kHz, trimmed to its speech) on the left, the take on the right. */
export async function createStereoSound(
  take: RecordedTake,
  original: Float32Array,
  level: number | null,
): Promise<Blob> {
  const samples = await decodeSpeech(take, SAMPLE_RATE);
  return encodeWav([original, applyGain(samples, computeGain(level, take.frames, samples))], SAMPLE_RATE);
}

/** Plays a sound to its end, or until the signal aborts; slower playback keeps the pitch. Always resolves. */
export function playSound(
  sound: Blob,
  { rate, volume }: { rate: number; volume: number },
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const url = URL.createObjectURL(sound);
    const audio = new Audio(url);
    const end = () => {
      audio.pause();
      URL.revokeObjectURL(url);
      resolve();
    };
    audio.preservesPitch = true;
    audio.playbackRate = rate;
    audio.volume = volume;
    audio.onended = end;
    audio.onerror = end;
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    else audio.play().catch(end);
  });
}
