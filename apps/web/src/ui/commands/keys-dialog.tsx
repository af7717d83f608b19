import '@mantine/core/styles/Kbd.css';
import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import classes from './keys-dialog.module.css';

type Props = {
  title: string;
  /** A note above the list. */
  text?: ReactNode;
  /** Keys, separated by spaces, a slash between those of which one will do, with what they do. */
  keys: readonly (readonly [string, string])[];
  onClose: () => void;
};

export function KeysDialog({ title, text, keys, onClose }: Props) {
  return (
    <Dialog size="lg" onClose={onClose} title={title}>
      {text && <p className={classes.text}>{text}</p>}
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
    </Dialog>
  );
}
