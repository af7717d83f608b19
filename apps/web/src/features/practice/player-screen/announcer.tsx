import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Announces the latest of several sentences that changed to a screen reader; nothing on mount. */
export function Announcer({ sentences }: { sentences: readonly string[] }) {
  const before = useRef(sentences);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const changed = sentences.filter((sentence, position) => sentence !== before.current[position]);
    before.current = sentences;
    const last = changed.at(-1);
    if (last !== undefined) setAnnounced(last);
  });
  return (
    <VisuallyHidden aria-live="polite" data-testid="changes">
      {announced}
    </VisuallyHidden>
  );
}
