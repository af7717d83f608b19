import { useEffect } from 'react';

/**
 * Keeps the screen on while `isOn`, if the browser can. A lock ends when the page is hidden, so a new one is requested when it is
 * shown again.
 */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isLeft = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused when the battery is low.
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isLeft) void granted?.release();
      else lock = granted;
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [isOn]);
}
