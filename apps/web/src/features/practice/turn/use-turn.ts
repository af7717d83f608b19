import type { videos } from '@sayback/contract';
import { SAMPLE_RATE } from '@sayback/speech';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { accessToken, accountInToken } from '../../../api/tokens.ts';
import { saveTake } from '../../../device-storage/take-store.ts';
import { openDialog } from '../../../ui/commands/keyboard.ts';
import { createLineSounds, type LineSounds } from '../analysis/line-sound.ts';
import { type Speech, startSpeech } from '../analysis/speech.ts';
import { isMeasured, type Take } from '../analysis/take.ts';
import type { TurnCounter } from '../attempts/turn-counter.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { buildRecordingKey } from '../queries.ts';
import { openRecording } from '../recording/recorder.ts';
import {
  changeRecordingSettings,
  countTake,
  type RecordingSettings,
} from '../recording/recording-settings.ts';
import {
  createPlaybackSound,
  createStereoSound,
  encodeWav,
  findSpeechRange,
  measureSpeechLevel,
  playSound,
} from '../recording/take-sound.ts';
import { createTurn, type Turn } from './turn.ts';
import type { TurnDeps, TurnLine, TurnSnapshot } from './turn-deps.ts';

const SLOW_RATE = 0.75;
const TONE_LANGUAGES = new Set(['zh', 'cmn', 'yue', 'nan', 'vi', 'th', 'lo', 'my', 'pa', 'yo', 'ig', 'ha']);
const NO_TURN: TurnSnapshot = {
  phase: { name: 'idle' },
  isRecordingOn: false,
  problem: null,
  voice: 'waiting',
  countdown: null,
  original: null,
  start: null,
  take: null,
  takes: [],
};
const subscribeToNothing = () => () => undefined;

type Options = {
  account: string;
  recording: RecordingSettings;
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  lines: readonly PracticeLine[];
  volume: number;
  /** The current turn's counter; null while the line plays. */
  counter: TurnCounter<Take> | null;
};

/** Returns a key that all signed URLs of a medium share. */
const buildMediaKey = ({ youtube_id, media_url }: videos.Video) => youtube_id ?? media_url?.split('?')[0];

/** Runs the recorded turns of a player. `turn` is null while recording is off. */
export function useTurn(options: Options) {
  const { recording, video, lines, counter } = options;
  const [isSlow, setSlow] = useState(false);
  const current = useEffectEvent(() => ({ ...options, isSlow }));
  const [engine, setEngine] = useState<{ turn: Turn; sounds: LineSounds } | null>(null);
  const turn = engine?.turn ?? null;
  const { phase, index, isReplay, duration } = options.snapshot;
  const mediaKey = buildMediaKey(video);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another medium needs another engine.
  useEffect(() => {
    if (!recording.isOn) return;
    const speech = startSpeech();
    const lifetime = new AbortController();
    const source = () => {
      const { video, snapshot } = current();
      return { media_url: video.media_url, durationMs: snapshot.duration };
    };
    const sounds = createLineSounds(current().video, source, speech, lifetime.signal);
    const newTurn = createTurn(createDeps(current, speech), true, current().recording.after);
    setEngine({ turn: newTurn, sounds });
    return () => {
      setEngine(null);
      const { isOn, after } = current().recording;
      newTurn.dispatch({ type: 'settings', isRecordingOn: isOn, after });
      lifetime.abort();
      // Waits until the take is measured.
      void newTurn.close().then(speech.close);
    };
  }, [recording.isOn, video.id, mediaKey]);

  useEffect(() => {
    turn?.dispatch({ type: 'settings', isRecordingOn: recording.isOn, after: recording.after });
  }, [turn, recording]);

  const isTurn = phase.name === 'turn';
  const since = isTurn ? phase.since : null;
  const line = lines[index];
  const start = useEffectEvent(({ turn, sounds }: NonNullable<typeof engine>) => {
    if (!line || !counter) return;
    const { account } = options;
    const language = video.original_language;
    const turnLine = {
      isLast: index === lines.length - 1,
      seconds: (line.end - line.start) / 1000,
      text: line.original,
      language,
      hasTones: TONE_LANGUAGES.has(language.split('-')[0] ?? ''),
      account,
      videoId: video.id,
      takeKey: buildRecordingKey(video.id, line),
      counter,
      sound: sounds.measure(lines, index),
      samples: () => sounds.loadSamples(lines, index, true),
    };
    // An open dialog, such as the settings, blocks the recording.
    turn.start(turnLine, openDialog() !== null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` identifies the turn.
  useEffect(() => {
    if (!engine || !line) return;
    if (isTurn && !isReplay) start(engine);
    else if (isTurn) engine.turn.dispatch({ type: 'video-ended' });
    else if (!isReplay) engine.turn.dispatch({ type: 'leave' });
  }, [engine, since, isTurn, isReplay, line]);

  // Preloads the original while the line plays.
  const isPlaying = phase.name === 'playing';
  useEffect(() => {
    if (engine && isPlaying && duration > 0) void engine.sounds.measure(lines, index);
  }, [engine, isPlaying, lines, index, duration]);

  const turnSnapshot = useSyncExternalStore(
    turn?.subscribe ?? subscribeToNothing,
    turn?.getSnapshot ?? (() => NO_TURN),
  );
  return { turn, turnSnapshot, isSlow, setSlow };
}

/** Creates the sound of the part of the original that a hint marks; null if there is none. */
async function createMarkedSound({ compared }: Take, line: TurnLine): Promise<Blob | null> {
  const range = compared?.hint?.kind === 'left-out' ? compared.hint.place : null;
  const samples = range && (await line.samples());
  if (!range || !samples) return null;
  return encodeWav([samples.subarray(range.start * SAMPLE_RATE, range.end * SAMPLE_RATE)], SAMPLE_RATE);
}

function createDeps(current: () => Options & { isSlow: boolean }, speech: Speech): TurnDeps {
  return {
    async open(...args) {
      const opened = await openRecording(...args);
      const { account, recording } = current();
      if (recording.shownProblems.length > 0) changeRecordingSettings(account, { shownProblems: [] });
      return opened;
    },
    speech,
    deviceId: () => current().recording.deviceId,
    habits() {
      const { patience, voiceLevel } = current().recording;
      return { patience, voiceLevel };
    },
    learn: (changes) => changeRecordingSettings(current().account, changes),
    async play(sound, take, line, signal) {
      const { volume, isSlow } = current();
      if (sound === 'marked') {
        const marked = await createMarkedSound(take, line);
        if (marked && !signal.aborted) await playSound(marked, { rate: SLOW_RATE, volume }, signal);
        return;
      }
      const frames = isMeasured(take.original) ? take.original.frames : null;
      const level = frames && measureSpeechLevel(frames);
      const original = sound === 'both' && frames ? await line.samples() : null;
      const range = original && frames && findSpeechRange(frames);
      const blob = range
        ? await createStereoSound(
            take,
            original.subarray(range.from * SAMPLE_RATE, range.to * SAMPLE_RATE),
            level,
          )
        : await createPlaybackSound(take, level);
      if (!signal.aborted) await playSound(blob, { rate: isSlow ? SLOW_RATE : 1, volume }, signal);
    },
    playOriginal() {
      const { player, isSlow } = current();
      player?.replay(isSlow);
    },
    stopOriginal() {
      const { player } = current();
      const { phase, isReplay } = player?.getSnapshot() ?? {};
      if (isReplay && phase?.name !== 'turn') player?.stop();
    },
    advance: () => current().player?.advance(),
    onTake({ sound }, { account, videoId, takeKey, text }) {
      // The account could have logged out.
      if (accountInToken(accessToken()) !== account) return;
      countTake(account);
      const recordedAt = new Date().toISOString();
      void saveTake(account, { videoId, line: takeKey, text, recordedAt, sound });
    },
  };
}
