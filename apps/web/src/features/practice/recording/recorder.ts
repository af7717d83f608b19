import workletUrl from './capture-worklet.ts?worker&url';

export type MicrophoneProblem =
  | 'denied'
  | 'absent'
  | 'busy'
  | 'unplugged'
  | 'insecure'
  | 'unsupported'
  | 'unanswered';

/** Milliseconds per column of the level meter. */
export const LEVEL_MS = 16;

/** Processing for calls, such as echo cancellation, damages speech; here, nothing plays while the learner speaks. */
const CONSTRAINTS = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
/** Sample rate of the analysis. If the browser can't record at it (an older Firefox), the worker resamples. */
const ANALYSIS_RATE = 16_000;
/** Timeouts in milliseconds. Firefox takes seconds to start its audio, and never starts without an output device. */
const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 5000;

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;
  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`the microphone can't be used: ${problem}`, { cause });
    this.problem = problem;
  }
}

export type Recording = {
  /** Sample rate of the blocks. */
  sampleRate: number;
  /** Ends the recording; blocks still arrive. Resolves with the recording; null if the browser has none. */
  finish(): Promise<Blob | null>;
  /** {@link finish}, and closes the microphone synchronously. */
  close(): Promise<Blob | null>;
};

type Listeners = {
  onBlock: (samples: Float32Array<ArrayBuffer>) => void;
  /** Called if the device is disconnected. */
  onLost: () => void;
};

function classifyError(error: unknown): MicrophoneProblem {
  if (!(error instanceof DOMException)) return 'unsupported';
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'denied';
  return error.name === 'NotFoundError' ? 'absent' : 'busy';
}

async function requestStream(deviceId: string | null): Promise<MediaStream> {
  // Without HTTPS, browsers don't offer the microphone to pages.
  if (!window.isSecureContext) throw new MicrophoneError('insecure');
  if (!navigator.mediaDevices || !('AudioWorkletNode' in window)) throw new MicrophoneError('unsupported');
  const audio = deviceId ? { ...CONSTRAINTS, deviceId: { exact: deviceId } } : CONSTRAINTS;
  try {
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    const isDisconnected = deviceId && error instanceof DOMException && error.name === 'OverconstrainedError';
    if (isDisconnected) return requestStream(null);
    throw new MicrophoneError(classifyError(error), error);
  }
}

async function createContext(stream: MediaStream): Promise<[AudioContext, MediaStreamAudioSourceNode]> {
  for (const options of [{ sampleRate: ANALYSIS_RATE }, {}]) {
    const context = new AudioContext(options);
    try {
      return [context, context.createMediaStreamSource(stream)];
    } catch {
      await context.close();
    }
  }
  throw new MicrophoneError('unsupported');
}

/** Resolves once audio arrives. */
function startContext(context: AudioContext): Promise<void> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new MicrophoneError('busy')), START_TIMEOUT_MS);
  });
  return Promise.race([context.resume(), timeout]);
}

/**
 * Opens the microphone: a MediaRecorder records the sound, an AudioWorklet delivers it in blocks. After an abort, the
 * microphone is closed as soon as the browser opens it. Rejects with a {@link MicrophoneError}.
 */
export async function openRecording(
  deviceId: string | null,
  { onBlock, onLost }: Listeners,
  signal: AbortSignal,
): Promise<Recording> {
  const stream = await requestStream(deviceId);
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) stopTracks();
  signal.throwIfAborted();
  signal.addEventListener('abort', stopTracks);
  let context: AudioContext | undefined;
  try {
    const [createdContext, source] = await createContext(stream);
    context = createdContext;
    await context.audioWorklet.addModule(workletUrl);
    signal.throwIfAborted();
    const node = new AudioWorkletNode(context, 'capture', {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    });
    node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onBlock(data);
    source.connect(node);
    for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
    await startContext(context);
    signal.throwIfAborted();
    const finish = recordStream(stream);
    return {
      sampleRate: context.sampleRate,
      finish,
      close() {
        node.port.onmessage = null;
        const sound = finish();
        stopTracks();
        void createdContext.close();
        return sound;
      },
    };
  } catch (error) {
    stopTracks();
    void context?.close();
    throw signal.aborted || error instanceof MicrophoneError
      ? error
      : new MicrophoneError('unsupported', error);
  }
}

/** Records a stream; returns a function that stops recording. */
function recordStream(stream: MediaStream): () => Promise<Blob | null> {
  if (!('MediaRecorder' in window)) return async () => null;
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const result = new Promise<Blob | null>((resolve) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => resolve(parts.length > 0 ? new Blob(parts, { type: recorder.mimeType }) : null);
    recorder.onerror = () => resolve(null);
  });
  recorder.start();
  return () => {
    if (recorder.state !== 'inactive') recorder.stop();
    // A browser can fail to report the stop if its device has failed.
    return Promise.race([result, new Promise<null>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS, null))]);
  };
}

/** Lists the microphones with their ids and names; names are available once the learner has granted access. */
export async function listMicrophones(): Promise<{ id: string; name: string }[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}
