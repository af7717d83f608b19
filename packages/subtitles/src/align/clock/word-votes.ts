import type { Lexicon } from '../learning/lexicon.ts';
import { hasItems, invert, itemsByBead } from '../math/ragged-array.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import type { WordVotes } from './offset-path.ts';

// A word in more cues than this says nothing about the position in the film.
const MAX_CUES = 24;
// Weaker links than this (in nats) connect ubiquitous words.
const MIN_WORTH = 1.5;
// Weight of a link of one nat to a word of a single cue, relative to a coinciding edge and divided by the root of the cue's word
// count.
const WORTH = 0.75;

/**
 * Lets rare words vote for offsets: those that a lexicon links to words of the original, weighted by how few cues have them.
 */
export function voteWithWords(original: CueTrack, target: CueTrack, lexicon: Lexicon): WordVotes {
  const size = lexicon.from.length - 1;
  const eachCue = Int32Array.from({ length: original.size + 1 }, (_, at) => at);
  const cuesOf = invert(itemsByBead(original.words, eachCue, size), size);
  const isRare = (track: CueTrack, word: number) => (track.frequency[word] ?? 0) <= MAX_CUES;
  const ties: { word: number; worth: number }[][] = [];
  for (let word = 0; word < size; word += 1) {
    if (!hasItems(cuesOf, word) || !isRare(original, word)) continue;
    const last = lexicon.from[word + 1] as number;
    for (let k = lexicon.from[word] as number; k < last; k += 1) {
      const partner = lexicon.words[k] as number;
      const worth = lexicon.without[k] as number;
      if (worth < MIN_WORTH || !isRare(target, partner)) continue;
      const list = ties[partner];
      if (list) list.push({ word, worth });
      else ties[partner] = [{ word, worth }];
    }
  }
  return (position, vote) => {
    const words = target.words[position] as Int32Array;
    const share = WORTH / Math.sqrt(words.length + 1);
    for (const partner of words) {
      for (const { word, worth } of ties[partner] ?? []) {
        const first = cuesOf.from[word] as number;
        const last = cuesOf.from[word + 1] as number;
        const weight = (share * worth) / Math.sqrt(last - first);
        for (let k = first; k < last; k += 1) vote(cuesOf.items[k] as number, weight);
      }
    }
  };
}
