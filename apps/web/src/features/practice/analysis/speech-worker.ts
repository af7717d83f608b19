import {
  analyse,
  analyseTake,
  type CompareOptions,
  type Comparison,
  compare,
  createResampler,
  listenToTurn,
  SAMPLE_RATE,
  type SpeechFrames,
  type TurnOptions,
  type TurnState,
} from '@sayback/speech';

/** A comparison that can be posted: `takeTimes` has the take's time for each 10 ms of the original, in seconds, or NaN. */
export type ComparisonResult = Omit<Comparison, 'mapToTake'> & { takeTimes: Float32Array | null };

export type SpeechRequest =
  | { call: 'begin'; sampleRate: number; turn: TurnOptions }
  | { call: 'block'; samples: Float32Array }
  /** Ends the current turn, even if blocks are missing. Later blocks only show whether the learner continues to speak. */
  | { call: 'finish' }
  | { call: 'analyse'; samples: Float32Array }
  | ({ call: 'compare'; take: SpeechFrames; original: SpeechFrames } & CompareOptions);

/** Reply to the request with the same `id`; a block's reply is the state of the turn. */
export type SpeechReply = { id: number } & (
  | { result: TurnState | SpeechFrames | ComparisonResult | null }
  | { error: string }
);

let turn = {
  detector: listenToTurn(),
  resample: createResampler(SAMPLE_RATE),
  blocks: [] as Float32Array[],
  isOver: true,
};

function run(request: SpeechRequest): TurnState | SpeechFrames | ComparisonResult | null {
  switch (request.call) {
    case 'begin':
      turn = {
        detector: listenToTurn(request.turn),
        resample: createResampler(request.sampleRate),
        blocks: [],
        isOver: false,
      };
      return null;
    case 'block': {
      const block = turn.resample(request.samples);
      if (!turn.isOver) turn.blocks.push(block);
      return turn.detector.feed(block);
    }
    case 'finish': {
      const frames = analyseTake(concatenate(turn.blocks), turn.detector.speech());
      turn = { ...turn, blocks: [], isOver: true };
      return frames;
    }
    case 'analyse':
      return analyse(request.samples);
    case 'compare': {
      const { take, original } = request;
      const { mapToTake, ...compared } = compare(take, original, request);
      const takeTimes = mapToTake && Float32Array.from(original.speech, (_, frame) => mapToTake(frame / 100));
      return { ...compared, takeTimes };
    }
  }
}

function concatenate(blocks: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const block of blocks) {
    samples.set(block, offset);
    offset += block.length;
  }
  return samples;
}

/** Synthesises bursts of alternately low and high noise. */
function synthesizeNoise(seconds: number): Float32Array {
  let last = 0;
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => {
    const tenth = Math.floor((10 * i) / SAMPLE_RATE);
    const smoothing = (tenth % 5) / 6;
    last = smoothing * last + (1 - smoothing) * (Math.random() - 0.5);
    return tenth % 5 === 4 ? last / 500 : last / 5;
  });
}

/** Warms up the code that measures a take: until it is compiled, the first take would wait twice as long as later ones. */
function warmUp(): void {
  const [take, original] = [analyseTake(synthesizeNoise(2)), analyse(synthesizeNoise(2))];
  const words = Array.from({ length: 8 }, (_, i) => ({ start: i / 4, end: (i + 1) / 4 }));
  compare(take, original, { words });
  compare(original, take, { words });
}

warmUp();

// `self` is a worker's scope here, which the page's types don't know.
self.addEventListener(
  'message',
  ({ data: { id, request } }: MessageEvent<{ id: number; request: SpeechRequest }>) => {
    try {
      postMessage({ id, result: run(request) } satisfies SpeechReply);
    } catch (error) {
      postMessage({ id, error: String(error) } satisfies SpeechReply);
    }
  },
);
