const AT = '“{{part}}” at character {{place}} is';
const LINEAR = 'which is not supported: it would make the time of a search unlimited';

/**
 * Messages for errors in a pattern or a replacement; `{{name}}` is a placeholder for a value. Every user interface uses these
 * texts.
 */
export const REGEX_ERRORS_EN = {
  lookbehind: `${AT} a lookbehind, ${LINEAR}. Match the text before too, and keep it with $1.`,
  negativeLookbehind: `${AT} a negative lookbehind, ${LINEAR}.`,
  lookahead: `${AT} a lookahead, ${LINEAR}. Match the text behind too, and keep it with $1.`,
  negativeLookahead: `${AT} a negative lookahead, ${LINEAR}.`,
  atomicGroup: `${AT} an atomic group, which is not supported; here no search goes back, and (?:…) does the same.`,
  backReference: `${AT} a back-reference, ${LINEAR}.`,
  recursion: `${AT} a recursion, ${LINEAR}.`,
  condition: `${AT} a condition, ${LINEAR}.`,
  branchReset: `${AT} a branch reset, which is not supported.`,
  comment: `${AT} a comment, which is not supported.`,
  quotedName: `${AT} a named group in a notation that is not supported; write (?<name>…).`,
  endOfText: `${AT} the end of the text in a notation that is not supported; write \\z.`,
  lastMatch: `${AT} the place where the last match ended, which is not supported.`,
  matchStart: `${AT} a mark for where the match begins, which is not supported; keep the text before with $1.`,
  wholeCharacter: `${AT} a whole character with its marks, which is not supported; write {{instead}}.`,
  lineBreak: `${AT} any line break, which is not supported; write \\n.`,
  space: `${AT} a space in a notation that is not supported; write \\s.`,
  notLineBreak: `${AT} any character but a line break, in a notation that is not supported; write a full stop.`,
  possessive: `${AT} a possessive quantifier, which is not supported; here no search goes back, and without the second sign it does the same.`,
  twoQuantifiers: `${AT} a quantifier behind another one; put the first one into a group, (?:…).`,
  namelessClass: `${AT} a Unicode class without a name.`,
  openClass: `${AT} a character class that is not closed: a “]” is missing.`,
  openGroup: `${AT} not complete: a “)” is missing.`,
  closedGroup: `${AT} not complete: there is a “)” without its “(”.`,
  nothingToRepeat: `${AT} a quantifier with nothing before it to repeat.`,
  nestedQuantifier: `${AT} a quantifier behind another one.`,
  tooManyTimes: `${AT} a repetition of more than 1000 times, which is not supported.`,
  unknownClass: `${AT} no character class or range that is known.`,
  backslashAtEnd: `${AT} a backslash with nothing behind it; write two for a backslash.`,
  nameTwice: `${AT} a name that two groups have.`,
  wrongName: `${AT} not a name for a group: letters, digits and “_” alone.`,
  unknownEscape: `${AT} an escape that is not supported.`,
  unknownGroup: `${AT} a group or a flag that is not supported.`,
  tooLarge: `${AT} a pattern that is too large.`,
  notUnderstood: `${AT} not understood ({{reason}}).`,
  nameOfNoGroup: "The replacement puts in a group “{{name}}”, but the pattern's groups are {{groups}}.",
};
