import { type ComponentProps, useState } from 'react';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import type { Phase } from '../player/practice-state.ts';
import classes from './player-screen.module.css';

const StarControl = lazyPart(async () => {
  await loadTodayWording();
  return import('../memory/star-control.tsx');
}, 'StarControl');

type Props = ComponentProps<typeof StarControl> & { phase: Phase };

/** Reserves room for a line's star, which is loaded with the first line that is heard. */
export function StarSlot({ phase, ...props }: Props) {
  const [wasNeeded, setWasNeeded] = useState(false);
  if (!wasNeeded && (phase.name === 'playing' || phase.name === 'turn')) setWasNeeded(true);
  return (
    <div className={classes.star}>
      {wasNeeded && (
        <InlinePart fallback={null}>
          <StarControl {...props} />
        </InlinePart>
      )}
    </div>
  );
}
