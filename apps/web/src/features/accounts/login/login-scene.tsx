import type { CSSProperties } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './login-scene.module.css';
import scene from './market.webp';

/** Decorative animation of a turn: a line of the demo's clip plays, then the learner repeats it. Six seconds, no sound. */
export function LoginScene() {
  const { t } = useTranslation();
  const words = t('auth.sampleLine').split(' ');
  return (
    <div className={classes.loop} aria-hidden="true">
      <img src={scene} alt="" width={480} height={248} className={classes.picture} />
      <div className={classes.played} />
      <div className={classes.panel}>
        <p className={classes.phase}>{t('practice.yourTurn')}</p>
        <p className={classes.line}>
          {words.map((word, index) => (
            <span key={word} style={{ '--at': index } as CSSProperties}>
              {word}{' '}
            </span>
          ))}
        </p>
        <p className={classes.translation}>{t('auth.sampleTranslation')}</p>
        <LineRibbons />
      </div>
    </div>
  );
}

/**
 * Loudness and pitch of 'Un kilo de tomates, por favor' over time, measured by the speech engine in the demo's clip and in
 * another voice.
 */
const ORIGINAL =
  'M0 6 7 6 14 8 20 9 27 12 34 12 41 14 48 12 55 15 61 16 68 16 75 19 82 18 89 16 95 22 102 18 109 15 116 16 123 13 130 13 136 18 143 16 150 18 157 21 164 18 170 20 177 23 184 24 191 24 198 24 205 24 211 24 218 20 225 15 232 16 239 20 245 21 252 20 259 15 266 15 273 14 280 12 286 13 293 16 300 18 300 34 293 33 286 31 280 28 273 26 266 28 259 28 252 26 245 24 239 25 232 28 225 30 218 25 211 26 205 26 198 26 191 26 184 26 177 28 170 27 164 30 157 32 150 24 143 26 136 33 130 30 123 27 116 28 109 30 102 26 95 25 89 29 82 27 75 27 68 30 61 28 55 28 48 28 41 24 34 18 27 18 20 22 14 22 7 22 0 21z';
const MINE =
  'M0 4 7 5 14 7 20 8 27 12 34 10 41 13 48 13 55 17 61 16 68 18 75 20 82 16 89 19 95 22 102 15 109 16 116 14 123 11 130 12 136 15 143 27 150 22 157 20 164 26 170 24 177 25 184 25 191 25 198 25 205 25 211 22 218 15 225 17 232 20 239 21 245 19 252 14 259 15 266 13 273 12 280 15 286 20 293 25 300 29 300 35 293 36 286 34 280 32 273 29 266 24 259 26 252 28 245 24 239 23 232 24 225 27 218 30 211 24 205 27 198 27 191 27 184 27 177 27 170 27 164 30 157 30 150 34 143 31 136 22 130 25 123 26 116 26 109 29 102 28 95 24 89 28 82 28 75 27 68 29 61 29 55 27 48 27 41 24 34 16 27 14 20 20 14 19 7 19 0 18z';

/** The original's ribbon, and below it the learner's. */
const LineRibbons = () => (
  <svg viewBox="0 0 300 84" preserveAspectRatio="none" className={classes.ribbons} aria-hidden="true">
    <path className={classes.original} d={ORIGINAL} />
    <path className={classes.mine} d={MINE} transform="translate(0 42)" />
  </svg>
);
