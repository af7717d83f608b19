import { useSyncExternalStore } from 'react';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { createListeners } from '../../../media/listeners.ts';
import type { MicrophoneProblem } from './recorder.ts';

/** Auto-advance mode after a recorded turn. `go-on` leads through a whole video. */
export type AfterTurn = 'wait' | 'mine' | 'original-and-mine' | 'go-on';

/** A learner's recording settings. They are per device, since they depend on its microphone. */
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
  toldFaults: readonly string[];
};

const OFF: RecordingSettings = {
  isOn: false,
  deviceId: null,
  after: 'original-and-mine',
  takeCount: 0,
  patience: 0,
  voiceLevel: null,
  toldFaults: [],
};

const storage = accountStorage<RecordingSettings>('recording');
const listeners = createListeners();
let current: { account: string; settings: RecordingSettings } | undefined;

function read(account: string): RecordingSettings {
  if (current?.account !== account) current = { account, settings: { ...OFF, ...storage.read(account) } };
  return current.settings;
}

export function changeRecordingSettings(account: string, changes: Partial<RecordingSettings>): void {
  // Another tab may have changed other settings.
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

const toFault = ({ deviceId }: RecordingSettings, problem: MicrophoneProblem) =>
  `${deviceId ?? ''} ${problem}`;

export const wasFaultTold = (settings: RecordingSettings, problem: MicrophoneProblem): boolean =>
  settings.toldFaults.includes(toFault(settings, problem));

export function setFaultTold(account: string, problem: MicrophoneProblem, isTold: boolean): void {
  const settings = read(account);
  const fault = toFault(settings, problem);
  const others = settings.toldFaults.filter((other) => other !== fault);
  changeRecordingSettings(account, { toldFaults: isTold ? [...others, fault] : others });
}

export const useRecordingSettings = (account: string): RecordingSettings =>
  useSyncExternalStore(listeners.add, () => read(account));
