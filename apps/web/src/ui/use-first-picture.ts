import { useEffect } from 'react';

/** Removes the picture of src/start.ts as soon as the app shows something in its place. */
export function useFirstPicture({ until }: { until: boolean }): void {
  useEffect(() => {
    if (until) document.getElementById('first-picture')?.remove();
  }, [until]);
}
