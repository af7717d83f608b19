import { useCallback, useEffect, useRef, useState } from 'react';
import { BATCH_SIZE, visibleCountFor } from '../model/visible-cues.ts';

/** Distance to the end of the page at which more segments are loaded, in pixels. */
const NEAR_END_PX = 100;

/** Number of segments rendered: one batch at first, and another near the end of the page. */
export function useVisibleCues() {
  const [visibleCount, setVisibleCount] = useState(BATCH_SIZE);
  const lastTop = useRef(0);
  const more = useCallback(() => setVisibleCount((count) => count + BATCH_SIZE), []);
  const startOver = useCallback(() => setVisibleCount(BATCH_SIZE), []);
  const include = useCallback(
    (position: number) => setVisibleCount((count) => visibleCountFor(position, count)),
    [],
  );
  useEffect(() => {
    const look = () => {
      const goesDown = window.scrollY > lastTop.current;
      lastTop.current = window.scrollY;
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      if (goesDown && left <= NEAR_END_PX) more();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [more]);
  return { visibleCount, more, startOver, include };
}
