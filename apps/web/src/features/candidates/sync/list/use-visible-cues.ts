import { useCallback, useEffect, useRef, useState } from 'react';
import { BATCH_SIZE, visibleCountFor } from '../model/visible-cues.ts';

/** Distance to the end of the page at which more segments are loaded, in pixels. */
const NEAR_END_PX = 100;

/** Number of rendered segments: one batch at first, and another each time the page is scrolled near its end. */
export function useVisibleCues() {
  const [visibleCount, setVisibleCount] = useState(BATCH_SIZE);
  const lastTop = useRef(0);
  const showMore = useCallback(() => setVisibleCount((count) => count + BATCH_SIZE), []);
  const resetCount = useCallback(() => setVisibleCount(BATCH_SIZE), []);
  const includePosition = useCallback(
    (position: number) => setVisibleCount((count) => visibleCountFor(position, count)),
    [],
  );
  useEffect(() => {
    const onScroll = () => {
      const isScrollingDown = window.scrollY > lastTop.current;
      lastTop.current = window.scrollY;
      const remainingPx = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      if (isScrollingDown && remainingPx <= NEAR_END_PX) showMore();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [showMore]);
  return { visibleCount, showMore, resetCount, includePosition };
}
