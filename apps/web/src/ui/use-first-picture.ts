import { useEffect } from 'react';

/** Takes away the picture that src/start.ts shows, as soon as the app shows something in its place. */
export function useFirstPicture({ until }: { until: boolean }): void {
  useEffect(() => {
    if (until) document.getElementById('first-picture')?.remove();
  }, [until]);
}
