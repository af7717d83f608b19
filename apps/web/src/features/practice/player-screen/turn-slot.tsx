import { type ComponentProps, useState } from 'react';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';

export const TurnPart = lazyPart(async () => {
  await loadTurnWording();
  return import('../turn/turn-part.tsx');
}, 'TurnPart');

/** Loaded while the first line is heard: practice starts without it. */
export function TurnSlot(props: ComponentProps<typeof TurnPart>) {
  const [isWanted, setWanted] = useState(false);
  const { name } = props.snapshot.phase;
  if (!isWanted && (name === 'playing' || name === 'turn')) setWanted(true);
  return isWanted && <InlinePart>{<TurnPart {...props} />}</InlinePart>;
}
