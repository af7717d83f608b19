/** Conjunctions and similar words, before which a line break is preferred. */
export const CONJUNCTIONS: ReadonlySet<string> = new Set(
  `and but or because that which who if when while so than as until unless where y o pero porque que cuando si como aunque mientras donde et ou mais
  parce que qui quand comme où und aber oder weil dass wenn als wie sondern ma perché che quando se come mas e porque и но или что когда если как ثم أو لأن أن`.split(
    /\s+/,
  ),
);
