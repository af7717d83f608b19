import { useEffect } from 'react';

/** Takes away the picture that public/start.js has drawn, once something stands in its place. */
export function useFirstPicture({ until }: { until: boolean }): void {
  useEffect(() => {
    if (until) document.getElementById('first-picture')?.remove();
  }, [until]);
}
