import { useEffect, useState } from 'react';
import classes from './turn-countdown.module.css';

/** How much is left of a turn that ends by itself. Points in time are of `performance.now()`. */
export function TurnCountdown({ since, until }: { since: number; until: number }) {
  const [left, setLeft] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(Math.max(0, (until - performance.now()) / Math.max(1, until - since)));
    }, 100);
    return () => clearInterval(timer);
  }, [since, until]);
  return (
    <div className={classes.track} aria-hidden="true">
      <div className={classes.bar} style={{ width: `${left * 100}%` }} />
    </div>
  );
}
