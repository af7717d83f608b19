import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AfterTurn } from '../recording/recording-settings.ts';
import {
  initialTurn,
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
    records: fc.boolean(),
    after: fc.constantFrom(...AFTER),
  }),
  fc.record({ type: fc.constant('turn' as const), isLast: fc.boolean() }),
  fc.record({ type: fc.constant('processed' as const), hasSpeech: fc.boolean() }),
  fc.constantFrom<TurnEvent>(
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
    { type: 'left' },
    { type: 'again' },
    { type: 'opened' },
    { type: 'microphone-problem', problem: 'unplugged' },
    { type: 'heartbeat', hasVoice: false },
    { type: 'heartbeat', hasVoice: true },
    { type: 'done' },
    { type: 'sound-over' },
    { type: 'video-over' },
    { type: 'silence' },
    { type: 'alarm' },
  ),
);

/** The usual event in each phase: with only random ones, few turns would reach a sound. */
const USUAL: Record<TurnPhase['name'], TurnEvent> = {
  idle: { type: 'turn', isLast: false },
  opening: { type: 'opened' },
  recording: { type: 'done' },
  processing: { type: 'processed', hasSpeech: true },
  ready: { type: 'listen', sounds: ['original', 'mine'] },
  playing: { type: 'sound-over' },
  advancing: { type: 'alarm' },
};
const anyEvents = (maxLength: number) =>
  fc.array(fc.oneof(fc.constant('usual' as const), anyEvent), { maxLength });

/** Creates a world that executes the commands; fails if a sound overlaps another, or an open microphone. */
function world() {
  let microphone = false;
  let sound: Sound | null = null;
  let alarm: number | null = null;
  return {
    isMicrophoneOpen: () => microphone,
    sound: () => sound,
    alarm: () => alarm,
    run(event: TurnEvent, commands: TurnCommand[]) {
      // A sound that has ended, whatever was requested next.
      if (event.type === 'sound-over' || (event.type === 'video-over' && sound === 'original')) sound = null;
      for (const command of commands) {
        if (command.type === 'open-microphone') {
          expect({ microphone, sound }).toEqual({ microphone: false, sound: null });
          microphone = true;
        }
        if (command.type === 'close-microphone') microphone = false;
        if (command.type === 'stop-sound') sound = null;
        if (command.type === 'play') {
          expect({ microphone, sound }).toEqual({ microphone: false, sound: null });
          sound = command.sound;
        }
        if (command.type === 'alarm') alarm = command.after;
      }
    },
  };
}

function play(events: readonly (TurnEvent | 'usual')[], records = true, after: AfterTurn = 'wait') {
  let state = initialTurn(records, after);
  const real = world();
  const commands: TurnCommand[] = [];
  for (const next of events) {
    const event = next === 'usual' ? USUAL[state.phase.name] : next;
    const step = stepTurn(state, event);
    real.run(event, step.commands);
    state = step.state;
    commands.push(...step.commands);
  }
  return { state, real, commands: commands.filter(({ type }) => type !== 'alarm') };
}

const TURN: TurnEvent = { type: 'turn', isLast: false };
const RECORDED: TurnEvent[] = [
  TURN,
  { type: 'opened' },
  { type: 'heartbeat', hasVoice: true },
  { type: 'done' },
];
const KEPT: TurnEvent[] = [...RECORDED, { type: 'processed', hasSpeech: true }];

describe('the recorded turn, under any sequence of events', () => {
  it('never plays two sounds at once, nor one into an open microphone', () => {
    fc.assert(
      fc.property(anyEvents(60), fc.boolean(), fc.constantFrom(...AFTER), (events, records, after) => {
        const { state, real } = play(events, records, after);
        const { phase } = state;
        const isOpen =
          phase.name === 'opening' ||
          phase.name === 'recording' ||
          (phase.name === 'processing' && phase.isOpen === true);
        expect(real.isMicrophoneOpen()).toBe(isOpen);
        expect(real.sound()).toBe(state.phase.name === 'playing' ? state.phase.sound : null);
      }),
      { numRuns: 500 },
    );
  });

  it('yields audio at once when the video is about to sound', () => {
    fc.assert(
      fc.property(anyEvents(40), (events) => {
        const { real } = play([...events, { type: 'silence' }]);
        expect(real.isMicrophoneOpen()).toBe(false);
        expect([null, 'original']).toContain(real.sound());
      }),
    );
  });

  it('ends by its alarms and the ends of sounds alone', () => {
    fc.assert(
      fc.property(anyEvents(40), (events) => {
        let { state } = play(events);
        for (let steps = 0; steps < 10; steps++) {
          const { name } = state.phase;
          if (name === 'idle' || name === 'ready') return;
          state = stepTurn(state, { type: name === 'playing' ? 'sound-over' : 'alarm' }).state;
        }
        expect(['idle', 'ready']).toContain(state.phase.name);
      }),
    );
  });

  it('continues the learner’s recording when the late end of a stopped video arrives', () => {
    const listen = { type: 'listen', sounds: ['original'] } as const;
    const mine = { type: 'listen', sounds: ['mine'] } as const;
    const { state } = play([...KEPT, listen, mine, { type: 'video-over' }], true, 'wait');
    expect(state.phase).toEqual({ name: 'playing', sound: 'mine', next: [] });
  });

  it('has an alarm in every phase that doesn’t wait for a sound', () => {
    fc.assert(
      fc.property(anyEvents(40), (events) => {
        const { state, real } = play([TURN, ...events]);
        const waits = ['opening', 'recording', 'processing', 'advancing'].includes(state.phase.name);
        expect(real.alarm() !== null).toBe(waits);
      }),
    );
  });
});

describe('the recorded turn', () => {
  it('opens no microphone unless the learner requested it', () => {
    expect(play([TURN], false).commands).toEqual([]);
  });

  it.each([
    ['wait', []],
    ['mine', ['mine']],
    ['original-and-mine', ['original', 'mine']],
  ] as const)('is followed by the configured sounds: %s', (after, sounds) => {
    const { state, commands } = play([...KEPT, { type: 'sound-over' }, { type: 'sound-over' }], true, after);
    expect(commands.flatMap((command) => (command.type === 'play' ? [command.sound] : []))).toEqual(sounds);
    expect(state.phase).toEqual({ name: 'ready', hasSpeech: true });
  });

  it.each(AFTER)('plays nothing over a learner who speaks on: %s', (after) => {
    const spokenOn: TurnEvent[] = [
      ...RECORDED.slice(0, -1),
      { type: 'done', isPartial: true },
      { type: 'processed', hasSpeech: true, hasSpokenOn: true },
    ];
    const { commands } = play(spokenOn, true, after);
    expect(commands.map(({ type }) => type)).toEqual([
      'open-microphone',
      'finish-recording',
      'close-microphone',
    ]);
  });

  it('advances to the next line automatically, hands-free, and stops at the last', () => {
    expect(play([...KEPT, { type: 'alarm' }], true, 'go-on').commands.at(-1)).toEqual({ type: 'go-on' });
    const last: TurnEvent[] = [{ type: 'turn', isLast: true }, ...KEPT.slice(1), { type: 'alarm' }];
    expect(play(last, true, 'go-on').commands).not.toContainEqual({ type: 'go-on' });
  });

  it('stops advancing, hands-free, after two silent lines in a row', () => {
    const silent: TurnEvent[] = [
      ...RECORDED,
      { type: 'processed', hasSpeech: false },
      { type: 'sound-over' },
      ...RECORDED.slice(1),
      { type: 'processed', hasSpeech: false },
      { type: 'alarm' },
    ];
    const { commands, state } = play([...silent, { type: 'left' }, ...silent], true, 'go-on');
    expect(commands.filter(({ type }) => type === 'go-on')).toHaveLength(1);
    expect(state.phase).toEqual({ name: 'ready', hasSpeech: false });
  });

  it.each([
    ['a hint', { hasHint: true, isOtherLine: false }, 3000],
    ['no hint', { hasHint: false, isOtherLine: false }, 1500],
  ] as const)('pauses once before the next line, hands-free: %s', (_, compared, ms) => {
    const { state, real } = play([...KEPT, { type: 'compared', ...compared }], true, 'go-on');
    expect(state.phase).toMatchObject({ name: 'advancing', after: ms });
    expect(real.alarm()).toBe(ms);
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
      const { state, commands } = play(first, true, 'go-on');
      expect(state.phase).toMatchObject({ name: 'playing', sound: 'original' });
      expect(commands.at(-1)).toEqual({ type: 'play', sound: 'original' });
      const again = play([...first, { type: 'sound-over' }], true, 'go-on');
      expect(again.commands.at(-1)).toEqual({ type: 'open-microphone' });
      const second = [...first, { type: 'sound-over' }, ...RECORDED.slice(1), ...doubtful] as const;
      expect(play(second, true, 'go-on').state.phase.name).toBe(isLast ? 'ready' : 'advancing');
      const waits = play([TURN, ...first.slice(1)], true, 'wait');
      expect(waits.commands.filter(({ type }) => type === 'play')).toEqual([]);
    },
  );

  it('continues without recording after a microphone failure, until the learner retries', () => {
    const pulled: TurnEvent[] = [
      TURN,
      { type: 'opened' },
      { type: 'microphone-problem', problem: 'unplugged' },
    ];
    const { state, commands } = play([...pulled, { type: 'left' }, TURN]);
    expect(state).toMatchObject({ phase: { name: 'idle' }, problem: 'unplugged' });
    expect(commands.filter(({ type }) => type === 'open-microphone')).toHaveLength(1);
    expect(play([...pulled, { type: 'again' }]).state.phase.name).toBe('opening');
  });
});
