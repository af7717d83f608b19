export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

// With the marks of direction that Arabic and Hebrew files are full of: they aren't seen either.
const TAGS = /<[^<>]*>|\{\\[^{}]*\}|[\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g;

/** A line as a viewer sees it: without formatting tags and override blocks (`{\an8}`). */
export function withoutTags(line: string): string {
  return line.replace(TAGS, '');
}

const SENTENCE_END = /(?:[.!?…。！？؟।♩♪♫♬—]|--)["'”’»」』)\]）］】]*$/u;

/** True if a sentence (or a sung line, or a broken-off one) ends with this text; an empty one counts as ended. */
export function endsSentence(text: string): boolean {
  // The end says it all; a longer run of closing quotes than this isn't text.
  const end = withoutTags(text.slice(-200)).trimEnd();
  return end === '' || SENTENCE_END.test(end);
}

const HEAD =
  /^(?:[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069]+|<[^<>]*>|\{\\[^{}]*\})*(?:([-–—―‐])(?![-–—―‐\d]))?(?:[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069]+|<[^<>]*>|\{\\[^{}]*\})*/u;

const MAY_BE_HEAD = /^[\s<{\-–—―‐\u200B-\u200F\u202A-\u202E\u2060-\u2069]/u;

/** Returns the part before a line's words: spaces, tags, override blocks and a dialogue dash (which isn't `--` or `-5`). */
export function headOf(line: string): { head: string; dash: string | undefined } {
  if (!MAY_BE_HEAD.test(line)) return { head: '', dash: undefined };
  const match = HEAD.exec(line);
  return { head: match?.[0] ?? '', dash: match?.[1] };
}

/** The same line with a dialogue dash and one space before its words, after its tags. */
export function withDash(line: string, dash: string): string {
  const { head } = headOf(line);
  const tags = head.match(TAGS)?.join('') ?? '';
  return `${tags}${dash} ${line.slice(head.length)}`;
}

export function withoutDash(line: string): string {
  const { head, dash } = headOf(line);
  if (dash === undefined) return line;
  return `${head.match(TAGS)?.join('') ?? ''}${line.slice(head.length)}`;
}
