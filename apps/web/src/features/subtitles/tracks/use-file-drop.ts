import { useEffect, useEffectEvent, useState } from 'react';

/** Receives files dropped anywhere in the window. Returns true while one is dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  const onDragOver = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Keeps the browser from opening the file in place of the page.
    event.preventDefault();
    setIsDraggedOver(true);
  });
  const onDragLeave = useEffectEvent((event: DragEvent) => {
    // Also fired when the pointer moves between elements. Only outside the window there is no related target.
    if (event.relatedTarget === null) setIsDraggedOver(false);
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setIsDraggedOver(false);
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
  });

  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    window.addEventListener('dragover', (event) => onDragOver(event), options);
    window.addEventListener('dragleave', (event) => onDragLeave(event), options);
    window.addEventListener('drop', (event) => onDrop(event), options);
    return () => controller.abort();
  }, []);

  return isDraggedOver;
}
