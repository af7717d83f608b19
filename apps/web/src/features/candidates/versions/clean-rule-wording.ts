/** What a rule of the engine takes away, as a person calls it. Rules that come later go by the most general name. */
export function ruleWording(rule: string) {
  if (rule === 'voice-span' || rule === 'speaker-label') return 'candidateClean.voiceSpan';
  if (rule === 'turn-mark') return 'candidateClean.turnMark';
  if (rule.endsWith('brackets')) return 'candidateClean.bracket';
  return rule === 'music-signs' ? 'candidateClean.musicSigns' : 'candidateClean.markedSound';
}
