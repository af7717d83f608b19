import { useEffect } from 'react';

/** Keeps the screen on while it is `isOn`, where the browser can. A lock ends when the page is hidden: shown again, it gets a new one. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isLeft = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused where the battery is low.
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
