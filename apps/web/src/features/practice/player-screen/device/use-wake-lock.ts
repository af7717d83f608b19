import { useEffect } from 'react';

/**
 * Keeps the screen on while `isOn`, if the browser supports that. Hiding the page releases the lock; showing it requests a new
 * one.
 */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isCancelled = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      // Browsers refuse it when the battery is low.
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isCancelled) void granted?.release();
      else lock = granted;
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isCancelled = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [isOn]);
}
