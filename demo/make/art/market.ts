import { ease, type Moment } from '../moment.ts';
import { andres, lucia } from './looks.ts';
import { clouds, repeat, type Scene } from './scene.ts';

/** A vegetable stall on a village square, with a scale that has work to do. */
export const market: Scene = {
  people: {
    left: {
      look: lucia,
      place: { x: 172, y: 204, scale: 1.06, faces: 'right' },
      close: { x: 204, y: 176, width: 372 },
    },
    right: {
      look: andres,
      place: { x: 462, y: 190, scale: 1.06, faces: 'left' },
      close: { x: 440, y: 166, width: 372 },
      held: (moment) => (moment.sinceLine(16) > 0 && moment.sinceLine(18) < 3200 ? BASIL : ''),
    },
  },
  detail: { x: 326, y: 176, width: 420 },
  behind: (moment) =>
    `${SKY}${clouds(moment.time, 6, '#ffffff', CLOUDS)}${SQUARE}${cyclist(moment.time)}${bunting(moment.time)}`,
  between: (moment) => `${POLES}${AWNING}${GARLIC}${scale(moment)}${COUNTER}${basilOnTheCounter(moment)}`,
  before: () => '',
};

const CLOUDS: [number, number, number][] = [
  [60, 54, 0.8],
  [240, 92, 0.6],
  [700, 70, 0.7],
];

const SKY = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#6fc3e8"/><stop offset="0.8" stop-color="#fdeccb"/></linearGradient></defs><rect width="640" height="360" fill="url(#sky)"/>`;

const SQUARE = `<rect x="20" y="96" width="52" height="170" fill="#e5c08c"/><path d="M14 98 L46 52 L78 98 Z" fill="#b9603f"/>
  <path d="M36 116 a10 11 0 0 1 20 0 v22 h-20 Z" fill="#7a5747"/><path d="M41 128 q5 -14 10 0 Z" fill="#e8c14a"/><path d="M46 52 v-16 M40 42 h12" stroke="#7a5747" stroke-width="3"/>
  ${building(-40, 150, 70, '#f0d3a2')}${building(70, 132, 84, '#f4e3c3')}${building(152, 150, 76, '#e9a97e')}${building(226, 124, 96, '#f7ddb0')}
  ${building(320, 146, 90, '#e6b98a')}${building(408, 128, 100, '#f4e3c3')}${building(506, 150, 150, '#eab283')}
  <rect x="-20" y="258" width="680" height="120" fill="#e8d3ac"/><path d="M-20 262 H660" stroke="#d6bd91" stroke-width="6"/>
  <g stroke="#d9c299" stroke-width="3">${repeat(5, (i) => `<path d="M${-20 + i * 90} 290 h60 M${20 + i * 90} 326 h60"/>`)}</g>`;

function building(x: number, y: number, width: number, fill: string): string {
  const panes = repeat(Math.floor(width / 30), (i) => {
    const at = x + 11 + i * 29;
    return `<rect x="${at}" y="${y + 22}" width="13" height="22" rx="1"/><rect x="${at}" y="${y + 62}" width="13" height="22" rx="1"/>`;
  });
  return `<rect x="${x}" y="${y}" width="${width}" height="${262 - y}" fill="${fill}"/><path d="M${x - 4} ${y + 2} L${x + 6} ${y - 14} H${x + width - 6} L${x + width + 4} ${y + 2} Z" fill="#c26a48"/>
    <g fill="#8a9c86">${panes}</g>`;
}

/** Rides across the square now and then. */
function cyclist(time: number): string {
  const x = ((time / 1000) * 34 + 150) % 1500;
  if (x > 720) return '';
  const turn = (x * 4).toFixed(0);
  const wheel = (at: number) =>
    `<circle cx="${at}" cy="0" r="14" fill="none" stroke="#5c5a66" stroke-width="3"/><g transform="rotate(${turn} ${at} 0)"><path d="M${at - 13} 0 h26 M${at} -13 v26" stroke="#5c5a66" stroke-width="1.2"/></g>`;
  return `<g transform="translate(${(x - 60).toFixed(1)} 262) scale(0.9)">${wheel(-20)}${wheel(22)}
    <path d="M-20 0 L-6 -20 L16 -20 L22 0 M-6 -20 L4 0 L16 -20 M16 -20 L14 -30 H22" stroke="#c9483f" stroke-width="3" fill="none"/>
    <path d="M-8 -26 L2 -52" stroke="#4d6f9c" stroke-width="13" stroke-linecap="round"/><path d="M0 -46 L17 -31" stroke="#4d6f9c" stroke-width="5" stroke-linecap="round"/>
    <path d="M-8 -24 L8 -16 L3 0" stroke="#3d3a4a" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" fill="none"/>
    <circle cx="6" cy="-66" r="8.5" fill="#dfa67c"/><path d="M-3 -67 a9 9 0 0 1 18 -2 Z" fill="#e8c781"/></g>`;
}

function bunting(time: number): string {
  const flags = repeat(9, (i) => {
    const x = -6 + i * 30;
    const y = 22 + 13 * Math.sin((Math.PI * (i + 0.5)) / 9);
    const sway = 9 * Math.sin(time / 620 + i * 0.8);
    const fill = ['#e4572e', '#f4b942', '#3d8d7a', '#f6efdf'][i % 4];
    return `<path d="M${x} ${y.toFixed(1)} h20 l${(-10 + sway * 0.4).toFixed(1)} 24 Z" fill="${fill}"/>`;
  });
  return `<path d="M-20 20 Q130 52 264 22" stroke="#8a6f55" stroke-width="2.4" fill="none"/>${flags}`;
}

const POLES =
  '<rect x="262" y="40" width="9" height="330" fill="#9a6b45"/><rect x="622" y="40" width="9" height="330" fill="#9a6b45"/>';

const AWNING = `<g>${repeat(10, (i) => {
  const x = 244 + i * 42;
  return `<path d="M${x + 10} -4 H${x + 52} L${x + 42} 52 a21 15 0 0 1 -42 0 Z" fill="${i % 2 ? '#fbf3e2' : '#d6453d'}"/>`;
})}<path d="M252 48 H660" stroke="#000" stroke-opacity="0.08" stroke-width="5"/></g>`;

const GARLIC = `<path d="M560 62 V84" stroke="#b79b6c" stroke-width="3"/><g fill="#f8f0e2" stroke="#dcccb2" stroke-width="1.5">${repeat(5, (i) => `<ellipse cx="${555 + (i % 2) * 12}" cy="${88 + i * 12}" rx="9" ry="8"/>`)}</g>
  <path d="M596 62 V78" stroke="#7c8f4b" stroke-width="3"/><g fill="#c8322e">${repeat(5, (i) => `<path d="M${590 + (i % 3) * 6} ${80 + i * 7} q-5 16 3 24 q7 -8 3 -24 Z"/>`)}</g>`;

/** The pan fills and the needle swings while the three kilos are named. */
function scale(moment: Moment): string {
  const filled = ease(moment.sinceLine(9), 1400);
  const wobble =
    filled > 0 ? 14 * Math.exp(-Math.max(0, moment.sinceLine(9)) / 1800) * Math.sin(moment.time / 140) : 0;
  const sink = filled * 7;
  const load = repeat(Math.round(filled * 7), (i) =>
    tomato(298 + (i % 4) * 16 + (i > 3 ? 8 : 0), 210 + sink - (i > 3 ? 11 : 0), 9),
  );
  return `<path d="M322 60 V104" stroke="#6f7680" stroke-width="4"/><circle cx="322" cy="122" r="24" fill="#6f7680"/><circle cx="322" cy="122" r="19" fill="#fffaf0"/>
    <g stroke="#9aa0a8" stroke-width="2">${repeat(8, (i) => `<path d="M322 106 v4" transform="rotate(${i * 45} 322 122)"/>`)}</g>
    <path d="M322 126 V109" stroke="#d6453d" stroke-width="3" stroke-linecap="round" transform="rotate(${(filled * 130 + wobble).toFixed(1)} 322 122)"/><circle cx="322" cy="122" r="3" fill="#6f7680"/>
    <path d="M322 146 V${160 + sink} M322 ${158 + sink} L286 ${212 + sink} M322 ${158 + sink} L358 ${212 + sink}" stroke="#6f7680" stroke-width="2.4" fill="none"/>
    ${load}<path d="M280 ${212 + sink} h84 q-8 16 -42 16 t-42 -16 Z" fill="#aab2ba"/>`;
}

function tomato(x: number, y: number, r: number): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="#dd3b31"/><path d="M${x - 4} ${y - r + 2} l4 2 l4 -2 l-2 4 h-4 Z" fill="#4f8a3c"/>`;
}

const LEMON = (x: number, y: number) => `<ellipse cx="${x}" cy="${y}" rx="11" ry="8.5" fill="#f6d13d"/>`;
const ONION = (x: number, y: number) =>
  `<path d="M${x} ${y - 13} q3 5 9 8 q4 12 -9 14 q-13 -2 -9 -14 q6 -3 9 -8 Z" fill="#c98445"/>`;
const LETTUCE = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="15" fill="#6fae4a"/><path d="M${x - 12} ${y} q12 -16 24 0 M${x - 8} ${y + 6} q8 -12 16 0" stroke="#a4d27a" stroke-width="3" fill="none"/>`;

function crate(x: number, content: string): string {
  return `${content}<rect x="${x}" y="268" width="94" height="34" rx="3" fill="#c08a57"/><path d="M${x} 285 h94" stroke="#a06f42" stroke-width="3"/><rect x="${x + 4}" y="268" width="7" height="34" fill="#a87647"/><rect x="${x + 83}" y="268" width="7" height="34" fill="#a87647"/>`;
}

const COUNTER = `${crate(
  266,
  repeat(11, (i) => tomato(276 + (i % 6) * 15 + (i > 5 ? 8 : 0), 266 - (i > 5 ? 12 : 0), 10)),
)}${crate(
  366,
  repeat(7, (i) => LEMON(378 + (i % 4) * 23 + (i > 3 ? 11 : 0), 265 - (i > 3 ? 11 : 0))),
)}${crate(
  466,
  repeat(4, (i) => LETTUCE(482 + i * 21, 262 - (i % 2) * 5)),
)}${crate(
  566,
  repeat(6, (i) => ONION(578 + (i % 4) * 22 + (i > 3 ? 11 : 0), 264 - (i > 3 ? 10 : 0))),
)}<rect x="246" y="300" width="420" height="14" fill="#9a6b45"/><rect x="254" y="314" width="412" height="60" fill="#3d8d7a"/>
  <path d="M254 314 h412" stroke="#2f7062" stroke-width="5"/><g fill="#fff7e6"><path d="M296 326 h58 v26 h-58 Z M396 326 h58 v26 h-58 Z M496 326 h58 v26 h-58 Z"/></g>
  <g font-family="Noto Sans, sans-serif" font-weight="700" font-size="15" fill="#8a4a32" text-anchor="middle"><text x="325" y="345">2,40 €</text><text x="425" y="345">1,90 €</text><text x="525" y="345">0,85 €</text></g>`;

const BASIL = `<g transform="rotate(-12)"><path d="M0 8 V-16" stroke="#3f7a35" stroke-width="4"/><g fill="#58a447"><ellipse cx="-9" cy="-18" rx="11" ry="7" transform="rotate(24 -9 -18)"/><ellipse cx="9" cy="-18" rx="11" ry="7" transform="rotate(-24 9 -18)"/><ellipse cx="0" cy="-30" rx="8" ry="12"/></g>
  <g fill="#6fbb5b"><ellipse cx="-6" cy="-27" rx="8" ry="5" transform="rotate(40 -6 -27)"/><ellipse cx="7" cy="-27" rx="8" ry="5" transform="rotate(-40 7 -27)"/></g></g>`;

function basilOnTheCounter(moment: Moment): string {
  return moment.sinceLine(18) >= 3200 ? `<g transform="translate(300 262) rotate(64)">${BASIL}</g>` : '';
}
