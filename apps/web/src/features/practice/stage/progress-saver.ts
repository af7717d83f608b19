/** A place in an alignment: the segment's position from 0. */
export type Place = { alignmentId: number; index: number };

const isSame = (a: Place | null, b: Place) => a?.alignmentId === b.alignmentId && a.index === b.index;

/** Moving on quickly is saved once. */
const PAUSE_MS = 400;

/** Sends places to be kept: only the last of several that come quickly, and none that is kept already. */
export function createProgressSaver(known: Place, send: (place: Place) => void) {
  let kept: Place = known;
  let wanted: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    if (!wanted) return;
    kept = wanted;
    wanted = null;
    send(kept);
  }

  return {
    /** The learner is there now. */
    move(place: Place): void {
      clearTimeout(timer);
      wanted = isSame(kept, place) ? null : place;
      if (wanted) timer = setTimeout(flush, PAUSE_MS);
    },
    /** The server is known to have this place: another alignment was opened there. */
    restart(place: Place): void {
      flush();
      kept = place;
    },
    /** Sends at once what is waiting. */
    flush,
  };
}
