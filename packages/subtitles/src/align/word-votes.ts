import type { Lexicon } from './lexicon.ts';
import type { WordVotes } from './offset-path.ts';
import type { Side } from './side.ts';

// A word in more cues than this says nothing about where in the film one is.
const MOST_CUES = 24;
// Weaker ties than this (in nats) join words that are everywhere.
const LEAST_WORTH = 1.5;
// A tie of one nat to a word of a single cue is worth this much of an edge that coincides, by the root
// of how many words the cue has.
const WORTH = 0.75;

/** Lets rare words vote for offsets: those that a lexicon ties to words of the original, each by how few cues have it. */
export function voteWithWords(original: Side, target: Side, lexicon: Lexicon): WordVotes {
  const cuesOf = new Map<number, number[]>();
  for (let i = 0; i < original.size; i += 1) {
    for (const word of original.words[i] as Int32Array) {
      if ((original.frequency[word] ?? 0) > MOST_CUES) continue;
      const cues = cuesOf.get(word);
      if (cues) cues.push(i);
      else cuesOf.set(word, [i]);
    }
  }
  const ties = new Map<number, { word: number; worth: number }[]>();
  for (const [word] of cuesOf) {
    const last = lexicon.from[word + 1] as number;
    for (let k = lexicon.from[word] as number; k < last; k += 1) {
      const [partner, worth] = [lexicon.words[k] as number, lexicon.without[k] as number];
      if (worth < LEAST_WORTH || (target.frequency[partner] ?? 0) > MOST_CUES) continue;
      const list = ties.get(partner);
      if (list) list.push({ word, worth });
      else ties.set(partner, [{ word, worth }]);
    }
  }
  return (place, vote) => {
    const words = target.words[place] as Int32Array;
    const share = WORTH / Math.sqrt(words.length + 1);
    for (const partner of words) {
      for (const { word, worth } of ties.get(partner) ?? []) {
        const cues = cuesOf.get(word) ?? [];
        for (const cue of cues) vote(cue, (share * worth) / Math.sqrt(cues.length));
      }
    }
  };
}
