import '@mantine/core/styles/Kbd.css';
import { Box, Kbd } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import classes from './keys-dialog.module.css';

/** Keys, separated by spaces, with a slash between alternatives, and their meaning. */
type Keys = readonly (readonly [string, string])[];

type Props = {
  title: string;
  /** A note above the list. */
  text?: ReactNode;
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
} & (
  | { keys: Keys }
  /** Groups, side by side if there is room. */
  | { groups: readonly { title: string; keys: Keys }[] }
);

export function KeysDialog({ title, text, returnFocusTo, onClose, ...content }: Props) {
  return (
    <Dialog
      size={'groups' in content ? '68rem' : 'lg'}
      returnFocusTo={returnFocusTo}
      onClose={onClose}
      title={title}
    >
      {text && (
        <Box component="p" m="0 0 1rem" c="var(--quiet)">
          {text}
        </Box>
      )}
      {'groups' in content ? (
        <div className={classes.groups}>
          {content.groups.map((group) => (
            <section key={group.title}>
              <Box component="h3" m="0 0 0.5rem" fz="1rem">
                {group.title}
              </Box>
              <KeyList keys={group.keys} />
            </section>
          ))}
        </div>
      ) : (
        <KeyList keys={content.keys} />
      )}
    </Dialog>
  );
}

function KeyList({ keys }: { keys: Keys }) {
  return (
    <dl className={classes.list}>
      {keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key
              .split(' ')
              .map((part) => (part === '/' ? <span key={part}>/</span> : <Kbd key={part}>{part}</Kbd>))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
