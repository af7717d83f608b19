import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './second-factor.module.css';

type Props = { icon: Icon; name: string; about: string; children: ReactNode };

export function FactorRow({ icon: Picture, name, about, children }: Props) {
  return (
    <li className={classes.row} data-testid="factor">
      <Picture size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.facts}>
        <span className={classes.name}>{name}</span>
        <span className={classes.quiet}>{about}</span>
      </div>
      <div className={classes.buttons}>{children}</div>
    </li>
  );
}
