import { useSyncExternalStore } from 'react';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { createListeners } from '../../../media/listeners.ts';
import type { MicrophoneProblem } from './recorder.ts';

/** Auto-advance mode after a recorded turn. `go-on` plays the next line. */
export type AfterTurn = 'wait' | 'mine' | 'original-and-mine' | 'go-on';

/** A learner's recording settings on this device, with its microphone. */
export type RecordingSettings = {
  isOn: boolean;
  /** Null: the browser's default. */
  deviceId: string | null;
  after: AfterTurn;
  takeCount: number;
  /** Extra seconds that a turn waits after speech, because the learner was cut off before. */
  patience: number;
  /** Level of the learner's voice at this microphone, as measured by the speech engine; null if unknown. */
  voiceLevel: number | null;
  /** Microphone errors already shown: each is shown once until the microphone works again. */
  shownProblems: readonly string[];
};

const DEFAULTS: RecordingSettings = {
  isOn: false,
  deviceId: null,
  after: 'original-and-mine',
  takeCount: 0,
  patience: 0,
  voiceLevel: null,
  shownProblems: [],
};

const storage = accountStorage<RecordingSettings>('recording');
const listeners = createListeners();
let current: { account: string; settings: RecordingSettings } | undefined;

function read(account: string): RecordingSettings {
  if (current?.account !== account)
    current = { account, settings: { ...DEFAULTS, ...storage.read(account) } };
  return current.settings;
}

export function changeRecordingSettings(account: string, changes: Partial<RecordingSettings>): void {
  // Reads the storage again, because another tab can have changed other settings.
  current = { account, settings: { ...read(account), ...storage.read(account), ...changes } };
  storage.write(account, current.settings);
  listeners.notify();
}

export const countTake = (account: string): void =>
  changeRecordingSettings(account, { takeCount: read(account).takeCount + 1 });

window.addEventListener('storage', () => {
  current = undefined;
  listeners.notify();
});

const buildProblemKey = ({ deviceId }: RecordingSettings, problem: MicrophoneProblem) =>
  `${deviceId ?? ''} ${problem}`;

export const wasProblemShown = (settings: RecordingSettings, problem: MicrophoneProblem): boolean =>
  settings.shownProblems.includes(buildProblemKey(settings, problem));

export function setProblemShown(account: string, problem: MicrophoneProblem, isShown: boolean): void {
  const settings = read(account);
  const key = buildProblemKey(settings, problem);
  const others = settings.shownProblems.filter((other) => other !== key);
  changeRecordingSettings(account, { shownProblems: isShown ? [...others, key] : others });
}

export const useRecordingSettings = (account: string): RecordingSettings =>
  useSyncExternalStore(listeners.add, () => read(account));
