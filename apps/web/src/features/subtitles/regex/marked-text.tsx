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
  // An explicit direction, so that the label doesn't change the direction of the text.
  const hiddenLabel = (word: string) => (
    <span className={classes.hiddenLabel} dir={i18n.dir}>
      {word}{' '}
    </span>
  );
  const removed = hiddenLabel(t('diff.removedText'));
  const added = hiddenLabel(t('diff.addedText'));
  return markMatches(match, isAccepted).map(({ kind, text, key }) => {
    if (kind === 'same') return text;
    if (kind === 'match') {
      return (
        <mark key={key} className={classes.match}>
          {text}
        </mark>
      );
    }
    const Tag = kind === 'removed' ? 'del' : 'ins';
    return (
      <Tag key={key} className={classes[kind]}>
        {kind === 'removed' ? removed : added}
        {text}
      </Tag>
    );
  });
}
