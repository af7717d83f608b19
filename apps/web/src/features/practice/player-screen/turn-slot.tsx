import { type ComponentProps, useState } from 'react';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';

export const TurnPart = lazyPart(async () => {
  await loadTurnWording();
  return import('../turn/turn-part.tsx');
}, 'TurnPart');

/** Loaded while the first line is heard: practice starts without it. */
export function TurnSlot(props: ComponentProps<typeof TurnPart>) {
  const [wasNeeded, setWasNeeded] = useState(false);
  const { name } = props.snapshot.phase;
  if (!wasNeeded && (name === 'playing' || name === 'turn')) setWasNeeded(true);
  return wasNeeded && <InlinePart>{<TurnPart {...props} />}</InlinePart>;
}
