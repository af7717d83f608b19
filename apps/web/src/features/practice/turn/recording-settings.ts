import { useSyncExternalStore } from 'react';
import { createPersonalStorage } from '../../../api/personal-storage.ts';
import { createListeners } from '../../../media/listeners.ts';
import type { AfterTurn } from './turn-machine.ts';

/** What a learner chose on this device, where their microphone is. */
export type RecordingSettings = {
  isOn: boolean;
  /** Null: the one that the browser chooses. */
  deviceId: string | null;
  after: AfterTurn;
};

const OFF: RecordingSettings = { isOn: false, deviceId: null, after: 'wait' };

const storage = createPersonalStorage<RecordingSettings>('recording');
const listeners = createListeners();
let current: { username: string; settings: RecordingSettings } | undefined;

function read(username: string): RecordingSettings {
  if (current?.username !== username) current = { username, settings: { ...OFF, ...storage.read(username) } };
  return current.settings;
}

export function changeRecordingSettings(username: string, changes: Partial<RecordingSettings>): void {
  current = { username, settings: { ...read(username), ...changes } };
  storage.write(username, current.settings);
  listeners.notify();
}

export const useRecordingSettings = (username: string): RecordingSettings =>
  useSyncExternalStore(listeners.add, () => read(username));
