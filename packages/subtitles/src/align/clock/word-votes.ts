import type { Lexicon } from '../learning/lexicon.ts';
import { hasItems, invert, itemsByBead } from '../math/ragged-array.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import type { WordVotes } from './offset-path.ts';

// Maximum number of cues with a word. More frequent words don't indicate a position in the film.
const MAX_CUES = 24;
// Minimum worth of a link, in nats. Weaker links connect ubiquitous words.
const MIN_WORTH = 1.5;
// Weight of a link of one nat to a word that occurs in a single cue, relative to a coinciding edge; divided by the square root of
// the cue's word count.
const WORTH_WEIGHT = 0.75;

/**
 * Creates votes by rare words that the lexicon links to words of the original. The fewer cues contain a word, the higher its
 * weight.
 */
export function createWordVotes(original: CueTrack, target: CueTrack, lexicon: Lexicon): WordVotes {
  const size = lexicon.from.length - 1;
  const findCueBorders = Int32Array.from({ length: original.size + 1 }, (_, index) => index);
  const cuesByWord = invert(itemsByBead(original.words, findCueBorders, size), size);
  const isRare = (track: CueTrack, word: number) => (track.frequency[word] ?? 0) <= MAX_CUES;
  const linksByPartner: { word: number; worth: number }[][] = [];
  for (let word = 0; word < size; word += 1) {
    if (!hasItems(cuesByWord, word) || !isRare(original, word)) continue;
    const last = lexicon.from[word + 1] as number;
    for (let k = lexicon.from[word] as number; k < last; k += 1) {
      const partner = lexicon.words[k] as number;
      const worth = lexicon.without[k] as number;
      if (worth < MIN_WORTH || !isRare(target, partner)) continue;
      const links = linksByPartner[partner];
      if (links) links.push({ word, worth });
      else linksByPartner[partner] = [{ word, worth }];
    }
  }
  return (position, vote) => {
    const words = target.words[position] as Int32Array;
    const factor = WORTH_WEIGHT / Math.sqrt(words.length + 1);
    for (const partner of words) {
      for (const { word, worth } of linksByPartner[partner] ?? []) {
        const first = cuesByWord.from[word] as number;
        const last = cuesByWord.from[word + 1] as number;
        const weight = (factor * worth) / Math.sqrt(last - first);
        for (let k = first; k < last; k += 1) vote(cuesByWord.items[k] as number, weight);
      }
    }
  };
}
