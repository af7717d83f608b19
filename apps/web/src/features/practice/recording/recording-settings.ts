import { useSyncExternalStore } from 'react';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { createListeners } from '../../../media/listeners.ts';
import type { MicrophoneProblem } from './recorder.ts';

/** The sounds that play automatically after a recorded turn. `go-on` leads through a whole clip. */
export type AfterTurn = 'wait' | 'mine' | 'original-and-mine' | 'go-on';

/** A learner's recording settings on this device, since they depend on its microphone. */
export type RecordingSettings = {
  isOn: boolean;
  /** Null: the one that the browser chooses. */
  deviceId: string | null;
  after: AfterTurn;
  /** The number of takes made on this device. */
  takeCount: number;
  /** Seconds more that a turn waits after speech: the learner was cut off. */
  patience: number;
  /** The level of their voice at this microphone, as the speech engine measured it; null before it is known. */
  voiceLevel: number | null;
  /** Faults of a microphone that the learner was told of, each once until it works again. */
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
  // Another tab may have changed others.
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

const faultOf = ({ deviceId }: RecordingSettings, problem: MicrophoneProblem) =>
  `${deviceId ?? ''} ${problem}`;

export const wasFaultTold = (settings: RecordingSettings, problem: MicrophoneProblem): boolean =>
  settings.toldFaults.includes(faultOf(settings, problem));

export function setFaultTold(account: string, problem: MicrophoneProblem, isTold: boolean): void {
  const settings = read(account);
  const fault = faultOf(settings, problem);
  const others = settings.toldFaults.filter((other) => other !== fault);
  changeRecordingSettings(account, { toldFaults: isTold ? [...others, fault] : others });
}

export const useRecordingSettings = (account: string): RecordingSettings =>
  useSyncExternalStore(listeners.add, () => read(account));
