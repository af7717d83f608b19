import type { subtitles } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { markMatches } from './mark-matches.ts';
import classes from './marked-text.module.css';

/**
 * A text with its matches: removals are struck through, insertions underlined, unchanged matches dotted. Plain elements: a
 * text may have a hundred of them, and a table many texts.
 */
export function MarkedText({ match, isAccepted }: { match: subtitles.RegexMatch; isAccepted: boolean }) {
  const { t, i18n } = useTranslation();
  // Its own direction keeps it from affecting the text's.
  const spoken = (word: string) => (
    <span className={classes.spoken} dir={i18n.dir}>
      {word}{' '}
    </span>
  );
  const removed = spoken(t('diff.removedText'));
  const added = spoken(t('diff.addedText'));
  return markMatches(match, isAccepted).map(({ kind, text, at }) => {
    if (kind === 'same') return text;
    if (kind === 'match') {
      return (
        <mark key={at} className={classes.match}>
          {text}
        </mark>
      );
    }
    const Tag = kind === 'removed' ? 'del' : 'ins';
    return (
      <Tag key={at} className={classes[kind]}>
        {kind === 'removed' ? removed : added}
        {text}
      </Tag>
    );
  });
}
