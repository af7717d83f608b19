import { ease, type Moment } from '../moment.ts';
import { emma, hill } from './looks.ts';
import { clouds, repeat, type Scene } from './scene.ts';

/** Two front doors in the morning, a brick wall between them, and on the wall, in time, a cat. */
export const street: Scene = {
  people: {
    left: {
      look: emma,
      place: { x: 196, y: 206, scale: 1.05, faces: 'right' },
      close: { x: 226, y: 182, width: 372 },
    },
    right: {
      look: hill,
      place: { x: 452, y: 198, scale: 1.08, faces: 'left' },
      close: { x: 424, y: 172, width: 372 },
    },
  },
  detail: { x: 320, y: 164, width: 206 },
  behind: (moment) =>
    `${SKY}${clouds(moment.time, 5, '#ffffff', CLOUDS)}${HILLS}${tree(moment.time)}${HOUSES}${WALL}${cat(moment)}`,
  between: () => '',
  before: () => FLOWERS,
};

const CLOUDS: [number, number, number][] = [
  [250, 46, 0.9],
  [420, 84, 0.65],
  [760, 30, 0.8],
];

const SKY = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#8fd0ea"/><stop offset="0.75" stop-color="#e9f5e6"/></linearGradient></defs>
  <rect width="640" height="360" fill="url(#sky)"/><circle cx="352" cy="62" r="27" fill="#ffe9a3"/>`;

const HILLS = `<path d="M120 210 C200 120 270 130 340 168 C400 128 470 130 540 210 Z" fill="#a5d0a0"/>
  <path d="M160 220 C230 160 300 168 360 192 C410 170 470 172 520 220 Z" fill="#86bd87"/>`;

function tree(time: number): string {
  const sway = 1.2 * Math.sin(time / 1400);
  return `<rect x="366" y="150" width="8" height="60" fill="#7b5a41"/>
    <g transform="rotate(${sway.toFixed(2)} 370 200)"><circle cx="370" cy="136" r="26" fill="#5fa46a"/><circle cx="352" cy="152" r="18" fill="#6cb176"/><circle cx="388" cy="152" r="19" fill="#549660"/></g>`;
}

const HOUSES = `${house({ x: -60, wall: '#cf7358', line: '#b9614a', door: '#2f5d8a', number: '9', doorX: 20, windowX: 116 })}
  ${house({ x: 410, wall: '#ead9b8', line: '#d8c39c', door: '#3f7a55', number: '11', doorX: 548, windowX: 440 })}`;

interface House {
  x: number;
  wall: string;
  line: string;
  door: string;
  number: string;
  doorX: number;
  windowX: number;
}

function house({ x, wall, line, door, number, doorX, windowX }: House): string {
  const bricks = repeat(7, (row) =>
    repeat(
      4,
      (i) =>
        `<rect x="${x + 20 + i * 68 + (row % 2) * 30}" y="${64 + row * 30}" width="24" height="8" rx="2"/>`,
    ),
  );
  return `<path d="M${x - 16} 44 L${x + 20} -6 H${x + 270} L${x + 306} 44 Z" fill="#6d5a63"/>
    <rect x="${x}" y="44" width="290" height="260" fill="${wall}"/><g fill="${line}">${bricks}</g>
    <rect x="${x - 8}" y="40" width="306" height="9" fill="#f4ead8"/>
    ${pane(windowX)}
    <rect x="${doorX - 7}" y="96" width="74" height="190" fill="#f4ead8"/><rect x="${doorX}" y="104" width="60" height="180" fill="${door}"/>
    <g fill="#ffffff" fill-opacity="0.16"><rect x="${doorX + 8}" y="142" width="19" height="44" rx="2"/><rect x="${doorX + 33}" y="142" width="19" height="44" rx="2"/></g>
    <path d="M${doorX + 8} 134 a22 20 0 0 1 44 0 Z" fill="#fbe7a6"/>
    <circle cx="${doorX + 52}" cy="200" r="3.5" fill="#f0cf6a"/>
    <text x="${doorX + 30}" y="165" font-family="Noto Sans, sans-serif" font-weight="700" font-size="15" fill="#fff" text-anchor="middle">${number}</text>`;
}

function pane(x: number): string {
  return `<rect x="${x}" y="74" width="76" height="86" fill="#f4ead8"/><rect x="${x + 6}" y="80" width="64" height="74" fill="#7fb3c8"/>
    <path d="M${x + 6} 80 h24 q-4 40 -24 60 Z M${x + 70} 80 h-24 q4 40 24 60 Z" fill="#fff4e3"/>
    <path d="M${x + 38} 80 v74 M${x + 6} 117 h64" stroke="#f4ead8" stroke-width="4"/>
    <rect x="${x - 5}" y="158" width="86" height="9" fill="#e2d4ba"/>`;
}

const WALL = `<rect x="-20" y="204" width="680" height="90" fill="#b9705a"/>
  <g fill="#a9614d">${repeat(3, (row) => repeat(16, (i) => `<rect x="${-10 + i * 44 + (row % 2) * 22}" y="${218 + row * 22}" width="30" height="10" rx="2"/>`))}</g>
  <rect x="-20" y="196" width="680" height="12" rx="3" fill="#dcc3a4"/>
  <rect x="-20" y="288" width="680" height="90" fill="#7fb069"/><path d="M-20 292 q60 -14 120 0 t120 0 t120 0 t120 0 t120 0 t120 0 V300 H-20 Z" fill="#7fb069"/>`;

const FLOWERS = `<g>${repeat(4, (i) => {
  const x = [34, 300, 342, 604][i] ?? 0;
  const fill = ['#f7c548', '#e8607a', '#f7f1e1', '#e8607a'][i];
  return `<path d="M${x} 360 C${x - 4} 340 ${x + 3} 332 ${x} 316" stroke="#4f8a4a" stroke-width="4" fill="none"/>
    <g fill="${fill}"><circle cx="${x - 7}" cy="312" r="7"/><circle cx="${x + 7}" cy="312" r="7"/><circle cx="${x}" cy="304" r="7"/><circle cx="${x}" cy="319" r="7"/></g><circle cx="${x}" cy="312" r="5" fill="#c98a2b"/>`;
})}</g>`;

/** Comes along the wall from the right while the two talk about it, and sits down between them. */
function cat(moment: Moment): string {
  const walk = ease(moment.sinceLine(7), 15_000);
  const x = 700 - 378 * walk;
  if (walk >= 1) return sittingCat(x, moment);
  const swing = 16 * Math.sin(moment.time / 170) * (walk > 0 ? 1 : 0);
  const leg = (at: number, turn: number, colour: string) =>
    `<path d="M${at} -16 L${(at + turn * 0.4).toFixed(1)} -3" stroke="${colour}" stroke-width="7" stroke-linecap="round"/>`;
  return `<g transform="translate(${x.toFixed(1)} 197)">
    <path d="M24 -24 C40 -26 38 -46 ${(46 + swing * 0.2).toFixed(1)} -52" stroke="#d9822b" stroke-width="7" stroke-linecap="round" fill="none"/>
    ${leg(-12, -swing, '#c8721f')}${leg(18, swing, '#c8721f')}
    <rect x="-24" y="-34" width="52" height="22" rx="11" fill="#ec9a3c"/>
    <path d="M-4 -34 v9 M6 -34 v10 M16 -34 v9" stroke="#cf7a22" stroke-width="4" stroke-linecap="round"/>
    ${leg(-17, swing, '#fff6ea')}${leg(22, -swing, '#ec9a3c')}
    <g transform="translate(-28 -38)">${CAT_HEAD}<circle cx="-6" cy="-1" r="2" fill="#33272a"/><circle cx="5" cy="-1" r="2" fill="#33272a"/></g></g>`;
}

const CAT_HEAD = `<path d="M-13 -4 L-13 -19 L-4 -12 H4 L13 -19 L13 -4 Z" fill="#ec9a3c"/><ellipse rx="14" ry="12" fill="#ec9a3c"/>
  <path d="M-11 -13 l1 -3 l4 4 Z M11 -13 l-1 -3 l-4 4 Z" fill="#f7c6a8"/><path d="M-3 -11 v5 M3 -11 v5" stroke="#cf7a22" stroke-width="2.6" stroke-linecap="round"/>
  <ellipse cy="5" rx="7" ry="5" fill="#fff1dd"/><path d="M-2 2.5 h4 l-2 2.4 Z" fill="#d9677a"/>`;

function sittingCat(x: number, moment: Moment): string {
  const tail = 7 * Math.sin(moment.time / 420);
  const meowing = moment.sinceLine(19) > -1300 && moment.sinceLine(19) < -450;
  const blink = moment.time % 2900 < 150;
  const eyes = blink
    ? '<path d="M-8.5 -1 h5 M3.5 -1 h5" stroke="#33272a" stroke-width="1.8" stroke-linecap="round"/>'
    : '<ellipse cx="-6" cy="-1.5" rx="2.3" ry="3" fill="#33272a"/><ellipse cx="6" cy="-1.5" rx="2.3" ry="3" fill="#33272a"/>';
  const mouth = meowing
    ? '<ellipse cy="8" rx="2.6" ry="3.4" fill="#8c3b46"/>'
    : '<path d="M-4 6.5 q2 2.2 4 0 q2 2.2 4 0" stroke="#8a5a3c" stroke-width="1.4" fill="none"/>';
  return `<g transform="translate(${x.toFixed(1)} 197)">
    <path d="M14 -4 C34 0 38 -10 ${(36 + tail).toFixed(1)} -24" stroke="#d9822b" stroke-width="7" stroke-linecap="round" fill="none"/>
    <path d="M-18 0 C-22 -30 -12 -42 0 -42 C12 -42 22 -30 18 0 Z" fill="#ec9a3c"/><path d="M-9 0 C-10 -22 -6 -34 0 -34 C6 -34 10 -22 9 0 Z" fill="#fff1dd"/>
    <path d="M-17 -22 h6 M-18 -14 h6 M17 -22 h-6 M18 -14 h-6" stroke="#cf7a22" stroke-width="3" stroke-linecap="round"/>
    <ellipse cx="-7" cy="-1" rx="7" ry="4.5" fill="#ffffff"/><ellipse cx="7" cy="-1" rx="7" ry="4.5" fill="#e28f30"/>
    <g transform="translate(0 -50)">${CAT_HEAD}${eyes}${mouth}</g></g>`;
}
