import type { Acting } from '../moment.ts';
import type { Look } from './looks.ts';

const INK = '#33272a';

export interface Place {
  /** The neck's base, in the scene's units. */
  x: number;
  y: number;
  scale: number;
  faces: 'left' | 'right';
}

/** A person from the hips up. `held` is drawn in the raised hand, around 0,0. */
export function figure(look: Look, place: Place, acting: Acting, held = ''): string {
  const mirror = place.faces === 'left' ? -1 : 1;
  const hand = { x: mid(60, 104, acting.lift), y: mid(176, 44, acting.lift) };
  const elbow = { x: mid(65, 82, acting.lift), y: mid(116, 112, acting.lift) };
  return `<g transform="translate(${place.x} ${place.y}) scale(${place.scale * mirror} ${place.scale})">
    ${limb(look.sleeveShade, look.skin, [-50, 46], [-64, 116], [-56, 186])}
    <path d="M-64 210 L-61 54 Q-60 22 -28 13 L28 13 Q60 22 61 54 L64 210 Z" fill="${look.top}"/>
    <path d="M-14 -20 V12 Q0 30 14 12 V-20 Z" fill="${look.skinShade}"/>
    ${look.clothes}
    <g transform="translate(0 6) rotate(${acting.tilt.toFixed(1)} 0 -8)">
      ${look.hairBehind}
      <ellipse cx="-33" cy="-50" rx="7" ry="10" fill="${look.skinShade}"/>
      <path d="M-36 -62 C-36 -101 37 -101 38 -62 C39 -32 25 -8 5 -8 C-18 -8 -36 -28 -36 -62 Z" fill="${look.skin}"/>
      ${face(look, acting)}
      ${look.hairBefore}
    </g>
    ${look.scarf}
    ${limb(look.sleeve, look.skin, [50, 48], [elbow.x, elbow.y], [hand.x, hand.y])}
    <g transform="translate(${hand.x.toFixed(1)} ${hand.y.toFixed(1)})">${held}</g>
  </g>`;
}

function mid(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

type Point = [x: number, y: number];

function limb(sleeve: string, skin: string, from: Point, elbow: Point, hand: Point): string {
  const points = [from, elbow, hand].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  // The sleeve ends a little before the hand.
  const cuff = `${mid(elbow[0], hand[0], 0.58).toFixed(1)} ${mid(elbow[1], hand[1], 0.58).toFixed(1)}`;
  return `<path d="M${points[1]} L${points[2]}" stroke="${skin}" stroke-width="20" stroke-linecap="round"/><circle cx="${hand[0].toFixed(1)}" cy="${hand[1].toFixed(1)}" r="13" fill="${skin}"/>
    <path d="M${points[0]} L${points[1]} L${cuff}" stroke="${sleeve}" stroke-width="29" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`;
}

function face(look: Look, acting: Acting): string {
  const line = `stroke="${INK}" stroke-width="3" stroke-linecap="round" fill="none"`;
  const size = acting.mood === 'surprised' ? 5 : 4.2;
  const eyes = acting.blink
    ? `<path d="M-12 -55 h9 M17 -55 h9" ${line}/>`
    : `<ellipse cx="-7" cy="-56" rx="${size}" ry="${size + 1}" fill="${INK}"/>
       <ellipse cx="22" cy="-56" rx="${size}" ry="${size + 1}" fill="${INK}"/>
       <circle cx="-5.6" cy="-57.8" r="1.3" fill="#fff"/><circle cx="23.4" cy="-57.8" r="1.3" fill="#fff"/>`;
  return `<ellipse cx="-16" cy="-39" rx="8" ry="5.5" fill="${look.blush}"/>
    <ellipse cx="28" cy="-39" rx="6.5" ry="5.5" fill="${look.blush}"/>
    ${eyes}
    <path d="${brows(acting)}" stroke="${look.brow}" stroke-width="3.6" stroke-linecap="round" fill="none"/>
    <path d="M11 -53 q7 10 -1 12" stroke="${look.skinShade}" stroke-width="3.2" stroke-linecap="round" fill="none"/>
    ${look.faceExtra}
    ${mouth(acting)}`;
}

function brows({ mood }: Acting): string {
  if (mood === 'worried') return 'M-15 -67 L-3 -72 M17 -72 L29 -67';
  if (mood === 'surprised') return 'M-15 -73 q7 -6 13 -1 M16 -74 q7 -5 13 1';
  if (mood === 'happy') return 'M-15 -69 q7 -6 13 -1 M16 -70 q7 -5 13 1';
  return 'M-15 -69 q7 -3 13 -1 M16 -70 q7 -2 13 1';
}

const CLOSED_MOUTHS = {
  calm: 'M2 -27 q8 4 16 0',
  happy: 'M-1 -29 q11 10 21 0',
  worried: 'M2 -24 q8 -5 15 0',
  surprised: 'M4 -26 q6 -3 11 0',
};

function mouth({ mood, mouth: open, speaking }: Acting): string {
  if (open === 0) {
    const d = speaking ? CLOSED_MOUTHS.calm : CLOSED_MOUTHS[mood];
    return `<path d="${d}" stroke="#7c3434" stroke-width="3" stroke-linecap="round" fill="none"/>`;
  }
  const width = mood === 'surprised' ? 6 : mood === 'happy' ? 10 : 8;
  const height = [0, 3, 6, 9][open] ?? 9;
  const teeth =
    open > 1
      ? `<path d="M${10 - width * 0.7} -28.5 h${width * 1.4} v3 h-${width * 1.4} Z" fill="#fff"/>`
      : '';
  const tongue = open > 2 ? '<ellipse cx="10" cy="-18.5" rx="5" ry="3" fill="#e07a78"/>' : '';
  const lower = -28 + height * 1.9;
  return `<path d="M${10 - width} -29 Q10 -31 ${10 + width} -29 Q${9 + width} ${lower} 10 ${lower} Q${11 - width} ${lower} ${10 - width} -29 Z" fill="#7c2f36"/>${teeth}${tongue}`;
}
