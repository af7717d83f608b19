import { useEffect, useEffectEvent, useState } from 'react';

/** Receives files dropped anywhere in the window. Returns true while one is dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  const holdOver = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    setIsOver(true);
  });
  const leave = useEffectEvent((event: DragEvent) => {
    // It also fires between elements; when leaving the window, there is no related target.
    if (event.relatedTarget === null) setIsOver(false);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(false);
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
  });

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    window.addEventListener('dragover', (event) => holdOver(event), options);
    window.addEventListener('dragleave', (event) => leave(event), options);
    window.addEventListener('drop', (event) => drop(event), options);
    return () => listening.abort();
  }, []);

  return isOver;
}
