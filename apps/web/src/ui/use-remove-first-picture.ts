import { useEffect } from 'react';

/** Removes the picture of src/start.ts as soon as the app shows something in its place. */
export function useRemoveFirstPicture({ when }: { when: boolean }): void {
  useEffect(() => {
    if (when) document.getElementById('first-picture')?.remove();
  }, [when]);
}
