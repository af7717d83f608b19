import type { videos } from '@sayback/contract';
import { SAMPLE_RATE } from '@sayback/speech';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { saveTake } from '../../../device-storage/take-store.ts';
import { openDialog } from '../../../ui/commands/keyboard.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { createLineSounds, type LineSounds } from './line-sound.ts';
import { openRecording } from './recorder.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { startSpeech } from './speech.ts';
import { heardPart, listenable, playSound, sideBySide, spokenLevel } from './take-sound.ts';
import { createTurn, type Take, type Turn, type TurnSnapshot } from './turn.ts';

const SLOW = 0.75;
const TONE_LANGUAGES = new Set(['zh', 'cmn', 'yue', 'nan', 'vi', 'th', 'lo', 'my', 'pa', 'yo', 'ig', 'ha']);
const NO_TURN: TurnSnapshot = {
  phase: { name: 'idle' },
  records: false,
  problem: null,
  voice: 'waiting',
  take: null,
};
const none = () => () => undefined;

type Options = {
  account: string;
  /** What the learner chose on this device. */
  recording: RecordingSettings;
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  lines: readonly PracticeLine[];
  volume: number;
  onTake: (take: Take) => void;
};

/** The recorded turns of a player; null as long as nothing is recorded. */
export function useTurn(options: Options) {
  const { recording } = options;
  const latest = useRef({ ...options, isSlow: false });
  latest.current = { ...latest.current, ...options };
  const [running, setRunning] = useState<{ turn: Turn; sounds: LineSounds } | null>(null);
  const turn = running?.turn ?? null;
  const { phase, index, isReplay, duration } = options.snapshot;
  const { video, lines } = options;

  useEffect(() => {
    if (!recording.isOn) return;
    const speech = startSpeech();
    const sounds = createLineSounds(video, () => latest.current.snapshot.duration, speech);
    const created = createTurn(depsOf(latest, speech, sounds), true, latest.current.recording.after);
    setRunning({ turn: created, sounds });
    return () => {
      setRunning(null);
      created.close();
      speech.close();
    };
  }, [recording.isOn, video]);

  useEffect(() => {
    turn?.dispatch({ type: 'settings', records: recording.isOn, after: recording.after });
  }, [turn, recording]);

  const isTurn = phase.name === 'turn';
  const since = isTurn ? phase.since : null;
  const line = lines[index];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` tells turns apart.
  useEffect(() => {
    if (!running || !line) return;
    if (isTurn && !isReplay) {
      // Nobody speaks into the settings.
      if (openDialog()) return;
      running.turn.start({
        isLast: index === lines.length - 1,
        seconds: (line.end - line.start) / 1000,
        text: line.original,
        language: video.original_language,
        hasTones: TONE_LANGUAGES.has(video.original_language.split('-')[0] ?? ''),
        sound: running.sounds.of(lines, index),
      });
    } else if (isTurn) running.turn.dispatch({ type: 'sound-over' });
    else if (!isReplay) running.turn.dispatch({ type: 'left' });
  }, [running, since, isTurn, isReplay, line]);

  // Read while the line is heard, so that it is there when it is said.
  const isHeard = phase.name === 'playing';
  useEffect(() => {
    if (running && isHeard && duration > 0) void running.sounds.of(lines, index);
  }, [running, isHeard, lines, index, duration]);

  const turnSnapshot = useSyncExternalStore(turn?.subscribe ?? none, turn?.getSnapshot ?? (() => NO_TURN));
  const setSlow = (isSlow: boolean) => {
    latest.current.isSlow = isSlow;
  };
  return { turn, turnSnapshot, setSlow };
}

type Latest = { current: Options & { isSlow: boolean } };

function depsOf(latest: Latest, speech: ReturnType<typeof startSpeech>, sounds: LineSounds) {
  return {
    open: openRecording,
    speech,
    deviceId: () => latest.current.recording.deviceId,
    async play(sound: 'mine' | 'both', take: Take, signal: AbortSignal) {
      const { lines, snapshot, volume, isSlow } = latest.current;
      const level = take.original && spokenLevel(take.original.frames);
      const original = sound === 'both' && take.original ? await sounds.samples(lines, snapshot.index) : null;
      const part = original && take.original && heardPart(take.original.frames);
      const blob = part
        ? await sideBySide(take, original.subarray(part.from * SAMPLE_RATE, part.to * SAMPLE_RATE), level)
        : await listenable(take, level);
      if (!signal.aborted) await playSound(blob, { rate: isSlow ? SLOW : 1, volume }, signal);
    },
    playOriginal: () => latest.current.player?.replay(latest.current.isSlow),
    stopOriginal() {
      const { player } = latest.current;
      const { phase, isReplay } = player?.getSnapshot() ?? {};
      if (isReplay && phase?.name !== 'turn') player?.stop();
    },
    goOn: () => latest.current.player?.next(),
    onTake(take: Take) {
      const { lines, snapshot, video, account, onTake } = latest.current;
      onTake(take);
      const line = lines[snapshot.index];
      if (!line) return;
      void saveTake(account, {
        videoId: video.id,
        line: `${video.id} ${line.start} ${line.original}`,
        text: line.original,
        recordedAt: new Date().toISOString(),
        sound: take.sound,
      });
    },
  };
}
