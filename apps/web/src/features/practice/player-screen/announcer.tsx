import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Announces changed sentences to screen readers: the last one if several change, and none on mount. */
export function Announcer({ sentences }: { sentences: readonly string[] }) {
  const previous = useRef(sentences);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const changed = sentences.filter((sentence, position) => sentence !== previous.current[position]);
    previous.current = sentences;
    const last = changed.at(-1);
    if (last !== undefined) setAnnounced(last);
  });
  return (
    <VisuallyHidden aria-live="polite" data-testid="changes">
      {announced}
    </VisuallyHidden>
  );
}
