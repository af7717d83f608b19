import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AfterTurn } from '../recording/recording-settings.ts';
import {
  createTurnState,
  type Sound,
  stepTurn,
  type TurnCommand,
  type TurnEvent,
  type TurnPhase,
} from './turn-machine.ts';

const AFTER: AfterTurn[] = ['wait', 'mine', 'original-and-mine', 'go-on'];
const SOUNDS: Sound[] = ['mine', 'original', 'both'];

const anyEvent: fc.Arbitrary<TurnEvent> = fc.oneof(
  fc.record({
    type: fc.constant('settings' as const),
    isRecordingOn: fc.boolean(),
    after: fc.constantFrom(...AFTER),
  }),
  fc.record({ type: fc.constant('turn' as const), isLast: fc.boolean() }),
  fc.record({ type: fc.constant('processed' as const), hasSpeech: fc.boolean() }),
  fc.constantFrom<TurnEvent>(
    { type: 'turn', isLast: false, isBlocked: true },
    { type: 'done', isPartial: true },
    { type: 'processed', hasSpeech: true, hasSpokenOn: true },
  ),
  fc.record({
    type: fc.constant('compared' as const),
    hasHint: fc.boolean(),
    isOtherLine: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('listen' as const),
    sounds: fc.array(fc.constantFrom(...SOUNDS), { maxLength: 3 }),
  }),
  fc.constantFrom<TurnEvent>(
    { type: 'leave' },
    { type: 'again' },
    { type: 'opened' },
    { type: 'microphone-problem', problem: 'unplugged' },
    { type: 'heartbeat', hasVoice: false },
    { type: 'heartbeat', hasVoice: true },
    { type: 'done' },
    { type: 'sound-ended' },
    { type: 'video-ended' },
    { type: 'yield-audio' },
    { type: 'timeout' },
  ),
);

/** The typical event in each phase: random events would rarely reach a sound. */
const TYPICAL: Record<TurnPhase['name'], TurnEvent> = {
  idle: { type: 'turn', isLast: false },
  opening: { type: 'opened' },
  recording: { type: 'done' },
  processing: { type: 'processed', hasSpeech: true },
  ready: { type: 'listen', sounds: ['original', 'mine'] },
  playing: { type: 'sound-ended' },
  advancing: { type: 'timeout' },
};
const anyEvents = (maxLength: number) =>
  fc.array(fc.oneof(fc.constant('typical' as const), anyEvent), { maxLength });

/** Simulates a device that runs the commands; fails if a sound overlaps another one or an open microphone. */
function simulateDevice() {
  let isOpen = false;
  let sound: Sound | null = null;
  let timer: number | null = null;
  return {
    isMicrophoneOpen: () => isOpen,
    sound: () => sound,
    timer: () => timer,
    run(event: TurnEvent, commands: TurnCommand[]) {
      if (event.type === 'sound-ended' || (event.type === 'video-ended' && sound === 'original'))
        sound = null;
      for (const command of commands) {
        if (command.type === 'open-microphone') {
          expect({ isOpen, sound }).toEqual({ isOpen: false, sound: null });
          isOpen = true;
        }
        if (command.type === 'close-microphone') isOpen = false;
        if (command.type === 'stop-sound') sound = null;
        if (command.type === 'play') {
          expect({ isOpen, sound }).toEqual({ isOpen: false, sound: null });
          sound = command.sound;
        }
        if (command.type === 'set-timer') timer = command.delay;
      }
    },
  };
}

function run(events: readonly (TurnEvent | 'typical')[], isRecordingOn = true, after: AfterTurn = 'wait') {
  let state = createTurnState(isRecordingOn, after);
  const device = simulateDevice();
  const commands: TurnCommand[] = [];
  for (const next of events) {
    const event = next === 'typical' ? TYPICAL[state.phase.name] : next;
    const step = stepTurn(state, event);
    device.run(event, step.commands);
    state = step.state;
    commands.push(...step.commands);
  }
  return { state, device, commands: commands.filter(({ type }) => type !== 'set-timer') };
}

const TURN: TurnEvent = { type: 'turn', isLast: false };
const RECORDED: TurnEvent[] = [
  TURN,
  { type: 'opened' },
  { type: 'heartbeat', hasVoice: true },
  { type: 'done' },
];
const WITH_TAKE: TurnEvent[] = [...RECORDED, { type: 'processed', hasSpeech: true }];

describe('the recorded turn, under any sequence of events', () => {
  it('never plays two sounds at once, or a sound while the microphone is open', () => {
    fc.assert(
      fc.property(anyEvents(60), fc.boolean(), fc.constantFrom(...AFTER), (events, isRecordingOn, after) => {
        const { state, device } = run(events, isRecordingOn, after);
        const { phase } = state;
        const isOpen =
          phase.name === 'opening' ||
          phase.name === 'recording' ||
          (phase.name === 'processing' && phase.isOpen === true);
        expect(device.isMicrophoneOpen()).toBe(isOpen);
        expect(device.sound()).toBe(state.phase.name === 'playing' ? state.phase.sound : null);
      }),
      { numRuns: 500 },
    );
  });

  it('yields audio at once when the video is about to play', () => {
    fc.assert(
      fc.property(anyEvents(40), (events) => {
        const { device } = run([...events, { type: 'yield-audio' }]);
        expect(device.isMicrophoneOpen()).toBe(false);
        expect([null, 'original']).toContain(device.sound());
      }),
    );
  });

  it('ends with only timeouts and ends of sounds', () => {
    fc.assert(
      fc.property(anyEvents(40), (events) => {
        let { state } = run(events);
        for (let steps = 0; steps < 10; steps++) {
          const { name } = state.phase;
          if (name === 'idle' || name === 'ready') return;
          state = stepTurn(state, { type: name === 'playing' ? 'sound-ended' : 'timeout' }).state;
        }
        expect(['idle', 'ready']).toContain(state.phase.name);
      }),
    );
  });

  it('ignores the late end of a stopped video while the take plays', () => {
    const listen = { type: 'listen', sounds: ['original'] } as const;
    const mine = { type: 'listen', sounds: ['mine'] } as const;
    const { state } = run([...WITH_TAKE, listen, mine, { type: 'video-ended' }], true, 'wait');
    expect(state.phase).toEqual({ name: 'playing', sound: 'mine', next: [] });
  });

  it('has a timer in every phase that doesn’t wait for a sound', () => {
    fc.assert(
      fc.property(anyEvents(40), (events) => {
        const { state, device } = run([TURN, ...events]);
        const hasTimer = ['opening', 'recording', 'processing', 'advancing'].includes(state.phase.name);
        expect(device.timer() !== null).toBe(hasTimer);
      }),
    );
  });
});

describe('the recorded turn', () => {
  it('opens no microphone while recording is off', () => {
    expect(run([TURN], false).commands).toEqual([]);
  });

  it.each([
    ['wait', []],
    ['mine', ['mine']],
    ['original-and-mine', ['original', 'mine']],
  ] as const)('plays the configured sounds after the take: %s', (after, sounds) => {
    const { state, commands } = run(
      [...WITH_TAKE, { type: 'sound-ended' }, { type: 'sound-ended' }],
      true,
      after,
    );
    expect(commands.flatMap((command) => (command.type === 'play' ? [command.sound] : []))).toEqual(sounds);
    expect(state.phase).toEqual({ name: 'ready', hasSpeech: true });
  });

  it.each(AFTER)('plays nothing while the learner continues to speak: %s', (after) => {
    const events: TurnEvent[] = [
      ...RECORDED.slice(0, -1),
      { type: 'done', isPartial: true },
      { type: 'processed', hasSpeech: true, hasSpokenOn: true },
    ];
    const { commands } = run(events, true, after);
    expect(commands.map(({ type }) => type)).toEqual([
      'open-microphone',
      'finish-recording',
      'close-microphone',
    ]);
  });

  it('advances to the next line, hands-free, up to the last', () => {
    expect(run([...WITH_TAKE, { type: 'timeout' }], true, 'go-on').commands.at(-1)).toEqual({
      type: 'advance',
    });
    const last: TurnEvent[] = [{ type: 'turn', isLast: true }, ...WITH_TAKE.slice(1), { type: 'timeout' }];
    expect(run(last, true, 'go-on').commands).not.toContainEqual({ type: 'advance' });
  });

  it('stops advancing, hands-free, after two lines without speech', () => {
    const silentLine: TurnEvent[] = [
      ...RECORDED,
      { type: 'processed', hasSpeech: false },
      { type: 'sound-ended' },
      ...RECORDED.slice(1),
      { type: 'processed', hasSpeech: false },
      { type: 'timeout' },
    ];
    const { commands, state } = run([...silentLine, { type: 'leave' }, ...silentLine], true, 'go-on');
    expect(commands.filter(({ type }) => type === 'advance')).toHaveLength(1);
    expect(state.phase).toEqual({ name: 'ready', hasSpeech: false });
  });

  it.each([
    ['a hint', { hasHint: true, isOtherLine: false }, 3000],
    ['no hint', { hasHint: false, isOtherLine: false }, 1500],
  ] as const)('pauses once before the next line, hands-free: %s', (_, compared, ms) => {
    const { state, device } = run([...WITH_TAKE, { type: 'compared', ...compared }], true, 'go-on');
    expect(state.phase).toMatchObject({ name: 'advancing', delay: ms });
    expect(device.timer()).toBe(ms);
  });

  it.each([
    ['not heard', false, [{ type: 'processed', hasSpeech: false }]],
    [
      'something else',
      false,
      [
        { type: 'processed', hasSpeech: true },
        { type: 'compared', hasHint: false, isOtherLine: true },
      ],
    ],
    [
      'something else at the last line',
      true,
      [
        { type: 'processed', hasSpeech: true },
        { type: 'compared', hasHint: false, isOtherLine: true },
      ],
    ],
  ] as const)(
    'gets a second turn after the original, hands-free, and then advances: %s',
    (_, isLast, doubtful) => {
      const first = [{ type: 'turn', isLast } as const, ...RECORDED.slice(1), ...doubtful];
      const { state, commands } = run(first, true, 'go-on');
      expect(state.phase).toMatchObject({ name: 'playing', sound: 'original' });
      expect(commands.at(-1)).toEqual({ type: 'play', sound: 'original' });
      const secondTurn = run([...first, { type: 'sound-ended' }], true, 'go-on');
      expect(secondTurn.commands.at(-1)).toEqual({ type: 'open-microphone' });
      const second = [...first, { type: 'sound-ended' }, ...RECORDED.slice(1), ...doubtful] as const;
      expect(run(second, true, 'go-on').state.phase.name).toBe(isLast ? 'ready' : 'advancing');
      const waiting = run([TURN, ...first.slice(1)], true, 'wait');
      expect(waiting.commands.filter(({ type }) => type === 'play')).toEqual([]);
    },
  );

  it('continues without recording after a microphone problem, until the learner retries', () => {
    const unplugged: TurnEvent[] = [
      TURN,
      { type: 'opened' },
      { type: 'microphone-problem', problem: 'unplugged' },
    ];
    const { state, commands } = run([...unplugged, { type: 'leave' }, TURN]);
    expect(state).toMatchObject({ phase: { name: 'idle' }, problem: 'unplugged' });
    expect(commands.filter(({ type }) => type === 'open-microphone')).toHaveLength(1);
    expect(run([...unplugged, { type: 'again' }]).state.phase.name).toBe('opening');
  });
});
