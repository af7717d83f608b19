import { act } from '@testing-library/react';

/** Simulates that the network came back, or was lost. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
  act(() => window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}
