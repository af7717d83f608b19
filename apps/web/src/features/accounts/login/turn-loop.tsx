import type { CSSProperties } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './turn-loop.module.css';

/** A silent turn of practice in six seconds: a line plays, the picture stops, the line is said back. Decorative. */
export function TurnLoop() {
  const { t } = useTranslation();
  const words = t('auth.sampleLine').split(' ');
  return (
    <div className={classes.loop} aria-hidden="true">
      <Stall />
      <div className={classes.played} />
      <div className={classes.panel}>
        <p className={classes.phase}>{t('practice.yourTurn')}</p>
        <p className={classes.line}>
          {words.map((word, at) => (
            <span key={word} style={{ '--at': at } as CSSProperties}>
              {word}{' '}
            </span>
          ))}
        </p>
        <p className={classes.translation}>{t('auth.sampleTranslation')}</p>
      </div>
    </div>
  );
}

const STRIPES = 'M40 18h40l-8 44H28zM120 18h40v44h-48zM200 18h40l8 44h-48zM280 18h40l12 44h-44z';
const TOMATOES = [104, 132, 160, 188, 216]
  .map((x) => [x, 138])
  .concat([118, 146, 174, 202].map((x) => [x, 120]));

/** The market stall of the demo's clip. */
function Stall() {
  return (
    <svg
      viewBox="0 0 360 200"
      preserveAspectRatio="xMidYMid slice"
      className={classes.picture}
      aria-hidden="true"
    >
      <path fill="#8fd0e6" d="M0 0h360v200H0z" />
      <path fill="#f3d19b" d="M0 70h58v130H0zM302 60h58v140h-58z" />
      <path fill="#c96f3d" d="M0 62 30 40l34 30H0zM296 62l34-24 30 22v8h-64z" />
      <path fill="#fdf3e0" d="M32 18h296l12 44H20z" />
      <path fill="#d5392f" d={STRIPES} />
      <path fill="#7c4a2d" d="M36 62h7v138h-7zM317 62h7v138h-7z" />
      <path fill="#1f7a55" d="M28 152h304v48H28z" />
      <path fill="#b97b45" d="M84 132h152v28H84z" />
      {TOMATOES.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle fill="#e2412f" cx={x} cy={y} r="14" />
          <path fill="#2c8a4b" d={`M${Number(x) - 5} ${Number(y) - 12}h10l-5 6z`} />
        </g>
      ))}
      <g className={classes.seller}>
        <path fill="#f6f1e6" d="M246 152c0-30 10-44 28-44s28 14 28 44z" />
        <circle fill="#d99b70" cx="274" cy="90" r="19" />
        <path fill="#e8c36a" d="M248 80h52v5h-52zM258 80c0-16 32-16 32 0z" />
        <path
          className={classes.mouth}
          stroke="#7a2f22"
          strokeWidth="3.5"
          strokeLinecap="round"
          d="M268 99h12"
        />
      </g>
    </svg>
  );
}
