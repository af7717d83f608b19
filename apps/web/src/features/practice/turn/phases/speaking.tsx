import { Ribbons } from '../../ribbons/ribbons.tsx';
import classes from '../../turn-panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';

/** The same each time, so that nothing is drawn anew. */
const NONE: readonly never[] = [];

/** The microphone is open. */
export function Speaking({ turn }: PhaseProps) {
  return (
    <div className={classes.part}>
      <Ribbons
        original={null}
        mine={null}
        takeTimes={null}
        extraPauses={NONE}
        words={NONE}
        leftOut={null}
        showsMelody={false}
        showsLegend={false}
        onMarked={null}
        levels={turn?.levels ?? NONE}
      />
    </div>
  );
}
