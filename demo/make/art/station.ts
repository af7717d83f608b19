import { ease, type Moment } from '../moment.ts';
import { mori, yuki } from './looks.ts';
import { repeat, type Scene } from './scene.ts';

/** A small station at dusk. One train leaves as the clip begins, the next comes before it ends. */
export const station: Scene = {
  people: {
    left: {
      look: yuki,
      place: { x: 190, y: 208, scale: 1.06, faces: 'right' },
      close: { x: 222, y: 182, width: 372 },
      leastLift: 0.72,
      held: () => CAKE_BOX,
    },
    right: {
      look: mori,
      place: { x: 456, y: 196, scale: 1.08, faces: 'left' },
      close: { x: 428, y: 170, width: 372 },
    },
  },
  detail: { x: 322, y: 80, width: 222 },
  behind: (moment) =>
    `${SKY}${STARS}${CITY}${windows(moment.time)}${TRACKS}${train(moment)}${PLATFORM}${ROOF}${clock(moment)}`,
  between: () => '',
  before: () => '',
};

const SKY = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3f4583"/><stop offset="0.45" stop-color="#a8628f"/><stop offset="0.8" stop-color="#f6a06b"/></linearGradient></defs>
  <rect width="640" height="360" fill="url(#sky)"/><path d="M96 72 A21 21 0 1 1 74 100 A17 17 0 0 0 96 72 Z" fill="#fdeec4"/>`;

const STARS = `<g fill="#fff" fill-opacity="0.8">${repeat(16, (i) => `<circle cx="${(i * 173) % 640}" cy="${60 + ((i * 47) % 70)}" r="${i % 3 ? 1.1 : 1.7}"/>`)}</g>`;

const CITY = `<path d="M150 232 L262 128 L286 146 L308 130 L420 232 Z" fill="#7c527f"/><path d="M262 128 L286 146 L308 130 L324 146 L306 152 L288 162 L268 150 L246 143 Z" fill="#f3d7d4"/>
  <g fill="#58416f">${repeat(14, (i) => `<rect x="${-14 + i * 48}" y="${176 + ((i * 29) % 44)}" width="44" height="90"/>`)}</g>`;

/** Lights in the town that go on one after another. */
function windows(time: number): string {
  return `<g fill="#ffd98a">${repeat(14, (i) =>
    repeat(4, (j) => {
      const lit = (i * 7 + j * 5) % 11 < 3 + Math.floor(time / 16_000);
      return lit
        ? `<rect x="${-6 + i * 48 + (j % 2) * 18}" y="${188 + ((i * 29) % 44) + Math.floor(j / 2) * 18}" width="8" height="9"/>`
        : '';
    }),
  )}</g>`;
}

const TRACKS = `<rect x="-20" y="248" width="680" height="60" fill="#4a3b52"/><path d="M-20 262 H660 M-20 276 H660" stroke="#8a7a90" stroke-width="3"/>`;

/** Where the train's nose is, from its times; the carriages reach to the right of it. */
function train(moment: Moment): string {
  const leaving = Math.max(0, moment.time - 200) / 1000;
  const gone = -90 - 34 * leaving ** 2.6;
  const arriving = ease(moment.sinceLine(21) + 2400, 3000);
  const slowing = 1 - (1 - arriving) ** 1.6;
  const x = moment.sinceLine(21) > -2400 ? 760 - 850 * slowing : gone;
  if (x < -1500 || x > 740) return '';
  const doors = ease(moment.sinceLine(21) - 900, 900) * 17;
  return `<g transform="translate(${x.toFixed(1)} 0)">${carriage(0, true, doors)}${carriage(500, false, doors)}</g>`;
}

function carriage(x: number, first: boolean, doors: number): string {
  const nose = first
    ? `M${x + 34} 112 H${x + 494} V266 H${x} V176 Q${x + 4} 118 ${x + 34} 112 Z`
    : `M${x} 112 H${x + 494} V266 H${x} Z`;
  const pane = (at: number) =>
    `<rect x="${x + at}" y="140" width="54" height="48" rx="5" fill="#ffe9b0"/><path d="M${x + at + 8} 188 v-14 q8 -12 16 0 v14 Z" fill="#c79a72"/>`;
  const door = (at: number) => `<rect x="${x + at}" y="134" width="40" height="124" fill="#ffe2a0"/>
    <g fill="#cfd6d8"><rect x="${x + at - doors}" y="134" width="20" height="124"/><rect x="${x + at + 20 + doors}" y="134" width="20" height="124"/></g>
    <g fill="#9fc0cf"><rect x="${x + at + 4 - doors}" y="146" width="12" height="42" rx="3"/><rect x="${x + at + 24 + doors}" y="146" width="12" height="42" rx="3"/></g>`;
  const light = first
    ? `<path d="M${x + 8} 150 Q${x + 12} 128 ${x + 36} 126 V176 H${x + 4} Z" fill="#6f9db3"/><circle cx="${x + 12}" cy="214" r="7" fill="#fff3c4"/>`
    : '';
  return `<rect x="${x + 490}" y="122" width="14" height="136" fill="#3b3345"/><rect x="${x + 20}" y="262" width="450" height="16" fill="#3b3345"/><path d="${nose}" fill="#eef0ea"/>
    <rect x="${x}" y="200" width="494" height="22" fill="#3f9a6f"/><rect x="${x}" y="226" width="494" height="5" fill="#e4b23c"/>
    ${pane(62)}${door(140)}${pane(206)}${pane(272)}${door(350)}${pane(416)}${light}`;
}

const PLATFORM = `<rect x="-20" y="278" width="680" height="100" fill="#b8a9a4"/><rect x="-20" y="278" width="680" height="7" fill="#e7dccf"/>
  <rect x="-20" y="296" width="680" height="17" fill="#e8b93c"/><g fill="#c99a26">${repeat(34, (i) => `<circle cx="${-12 + i * 20}" cy="304.500" r="3.400"/>`)}</g>
  <rect x="560" y="150" width="70" height="160" rx="5" fill="#d8504a"/><rect x="568" y="160" width="54" height="66" rx="3" fill="#fff4da"/>
  <g>${repeat(8, (i) => `<rect x="${573 + (i % 4) * 12}" y="${166 + Math.floor(i / 4) * 30}" width="8" height="22" rx="3" fill="${['#3f9a6f', '#e4b23c', '#5a7fc0', '#b5544c'][(i * 3) % 4]}"/>`)}</g><rect x="572" y="268" width="46" height="22" rx="3" fill="#8f2f30"/><circle cx="612" cy="244" r="4" fill="#fff4da"/>`;

const ROOF = `<path d="M-20 -6 H660 V28 L-20 40 Z" fill="#39324a"/><path d="M-20 40 L660 28 V34 L-20 47 Z" fill="#5b5068"/>
  <rect x="24" y="30" width="13" height="290" fill="#5b5068"/><rect x="520" y="30" width="13" height="290" fill="#5b5068"/>
  <rect x="110" y="43" width="86" height="6" rx="3" fill="#fff3cf"/><rect x="420" y="39" width="86" height="6" rx="3" fill="#fff3cf"/>
  <path d="M262 36 V58 M382 34 V58" stroke="#2b2538" stroke-width="4"/><rect x="226" y="56" width="192" height="68" rx="5" fill="#f7f7f2"/><rect x="226" y="104" width="192" height="20" fill="#3f9a6f"/>
  <text x="296" y="91" font-family="Noto Sans CJK JP, sans-serif" font-weight="700" font-size="27" fill="#2b2538" text-anchor="middle">みどり台</text>
  <g font-family="Noto Sans CJK JP, Noto Sans, sans-serif" font-size="12" fill="#fff"><text x="236" y="118">← 京都</text><text x="408" y="118" text-anchor="end">奈良 →</text></g>`;

/** Twenty minutes pass in the clip, as the dialogue says; both hands move. */
function clock(moment: Moment): string {
  const minutes = 40 + 20 * (moment.time / (moment.time + moment.left));
  return `<circle cx="386" cy="80" r="21" fill="#2b2538"/><circle cx="386" cy="80" r="18" fill="#fffdf4"/>
    <g stroke="#2b2538" stroke-width="1.6">${repeat(12, (i) => `<path d="M386 64 v3" transform="rotate(${i * 30} 386 80)"/>`)}</g>
    <path d="M386 80 V70" stroke="#2b2538" stroke-width="3" stroke-linecap="round" transform="rotate(${(180 + minutes / 2).toFixed(1)} 386 80)"/>
    <path d="M386 80 V66" stroke="#d8504a" stroke-width="2.2" stroke-linecap="round" transform="rotate(${(minutes * 6).toFixed(1)} 386 80)"/>`;
}

const CAKE_BOX = `<g transform="translate(4 4)"><rect x="-30" y="-6" width="66" height="48" rx="3" fill="#fffaf4"/><path d="M-30 8 h66" stroke="#eadfd6" stroke-width="2"/>
  <rect x="-2" y="-6" width="9" height="48" fill="#e58597"/><path d="M2 -6 q-20 -18 -22 -4 q4 8 22 4 q20 -18 22 -4 q-4 8 -22 4 Z" fill="#d96a80"/></g>`;
