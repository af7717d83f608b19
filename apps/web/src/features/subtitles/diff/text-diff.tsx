import '@mantine/core/styles/VisuallyHidden.css';
import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './text-diff.module.css';
import { diffWords, type TextPart } from './word-diff.ts';

type Props = { before: string; after: string; lang?: string | undefined };

/** A text's word diff in one line: deletions struck through, insertions underlined. */
export const TextDiff = memo(function TextDiff({ before, after, lang }: Props) {
  // The parts are only replaced all at once, so their position can be the key.
  const parts = diffWords(before, after).map((part, index) => ({ ...part, key: `${index} ${part.kind}` }));
  return (
    <span className={classes.text} dir="auto" lang={lang}>
      {parts.map(({ key, ...part }) => (
        <Part key={key} {...part} />
      ))}
    </span>
  );
});

function Part({ kind, text }: TextPart) {
  const { t, i18n } = useTranslation();
  if (kind === 'same') return text;
  const Tag = kind === 'removed' ? 'del' : 'ins';
  return (
    <Tag className={classes[kind]}>
      {/* An explicit direction, so that the label doesn't change the direction of the text. */}
      <VisuallyHidden component="span" dir={i18n.dir}>
        {t(kind === 'removed' ? 'diff.removedText' : 'diff.addedText')}{' '}
      </VisuallyHidden>
      {text}
    </Tag>
  );
}
