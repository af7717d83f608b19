import { Box } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './item-row.module.css';

export const ItemRows = ({ children }: { children: ReactNode }) => (
  <ul className={classes.rows}>{children}</ul>
);

type Props = {
  testId: string;
  icon: Icon;
  name: string;
  title?: string;
  about: string;
  children: ReactNode;
};

export function ItemRow({ testId, icon: Picture, name, title, about, children }: Props) {
  return (
    <li className={classes.row} data-testid={testId}>
      <Picture size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.facts}>
        <span className={classes.name} title={title}>
          {name}
        </span>
        <Box component="span" c="var(--quiet)" fz="sm">
          {about}
        </Box>
      </div>
      <div className={classes.buttons}>{children}</div>
    </li>
  );
}
