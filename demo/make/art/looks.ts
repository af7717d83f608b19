/** Colours and shapes of one person; the shapes lie around the neck's base and face right. */
export interface Look {
  skin: string;
  skinShade: string;
  blush: string;
  brow: string;
  top: string;
  sleeve: string;
  sleeveShade: string;
  /** SVG over the torso. */
  clothes: string;
  hairBehind: string;
  hairBefore: string;
  /** Glasses, a moustache. */
  faceExtra: string;
  /** SVG over the neck and under the near arm. */
  scarf: string;
}

const GLASSES = `<g stroke="#5b4a42" stroke-width="2.6" fill="#ffffff" fill-opacity="0.25">
  <circle cx="-7" cy="-55" r="11"/><circle cx="22" cy="-55" r="11"/><path d="M4 -57 h7 M-18 -57 L-31 -60" fill="none"/></g>`;

export const emma: Look = {
  skin: '#f6cfae',
  skinShade: '#e6b28d',
  blush: '#f2a791',
  brow: '#8a3d22',
  top: '#2f7f86',
  sleeve: '#348a91',
  sleeveShade: '#276c72',
  clothes: '<path d="M-22 15 Q0 44 22 15 L14 9 Q0 26 -14 9 Z" fill="#f4efe2"/>',
  hairBehind:
    '<path d="M-45 -56 C-50 -114 50 -114 46 -58 C46 -38 44 -24 38 -6 C20 0 -22 2 -40 -4 C-48 -22 -46 -40 -45 -56 Z" fill="#9c4626"/>',
  hairBefore:
    '<path d="M-43 -34 C-50 -112 28 -118 43 -62 C28 -70 14 -74 6 -84 C-2 -72 -18 -70 -25 -62 C-28 -50 -28 -30 -32 -12 C-40 -14 -42 -24 -43 -34 Z" fill="#b5552f"/>',
  faceExtra: '',
  scarf: '',
};

export const hill: Look = {
  skin: '#f3c7a8',
  skinShade: '#dda98a',
  blush: '#ec9f88',
  brow: '#8d8a88',
  top: '#8a6b4f',
  sleeve: '#94745a',
  sleeveShade: '#755940',
  clothes: `<path d="M-24 14 L0 84 L24 14 L14 8 L0 26 L-14 8 Z" fill="#f2ead8"/>
    <path d="M0 26 l-15 -8 v18 Z M0 26 l15 -8 v18 Z" fill="#b23a48"/><circle cx="0" cy="27" r="4" fill="#932c3a"/>
    <path d="M0 84 V210" stroke="#6b5039" stroke-width="3"/><circle cx="7" cy="112" r="4" fill="#e3d2b4"/><circle cx="7" cy="146" r="4" fill="#e3d2b4"/>`,
  hairBehind: '<path d="M-42 -58 C-44 -88 -20 -92 0 -92 L-6 -24 C-32 -22 -42 -36 -42 -58 Z" fill="#c9c5c0"/>',
  hairBefore: `<path d="M-40 -64 C-42 -72 -40 -80 -34 -84 L-26 -74 C-30 -68 -30 -60 -32 -54 Z" fill="#dad6d1"/>
    <path d="M-42 -72 C-44 -108 30 -116 40 -76 C20 -84 -16 -84 -42 -72 Z" fill="#566173"/>
    <path d="M4 -80 C26 -84 46 -82 56 -70 C40 -74 24 -74 6 -72 Z" fill="#434d5e"/>`,
  faceExtra: `${GLASSES}<path d="M10 -37 C4 -40 -6 -36 -10 -28 C0 -28 6 -30 10 -32 C14 -30 22 -28 30 -29 C27 -37 16 -40 10 -37 Z" fill="#dedad5"/>`,
  scarf: '',
};

export const lucia: Look = {
  skin: '#e9b48a',
  skinShade: '#d2976c',
  blush: '#e28d6f',
  brow: '#2f2124',
  top: '#f2b632',
  sleeve: '#f5c04a',
  sleeveShade: '#d99f22',
  clothes: `<path d="M-20 14 Q0 50 20 14 L14 8 Q0 28 -14 8 Z" fill="#e9b48a"/>
    <g fill="#fff6dd"><circle cx="-34" cy="64" r="4"/><circle cx="-8" cy="82" r="4"/><circle cx="20" cy="62" r="4"/><circle cx="-26" cy="112" r="4"/><circle cx="6" cy="128" r="4"/><circle cx="30" cy="106" r="4"/><circle cx="-14" cy="158" r="4"/></g>`,
  hairBehind: `<circle cx="-14" cy="-104" r="21" fill="#3a2527"/>
    <path d="M-43 -50 C-50 -108 44 -114 43 -62 C40 -70 -20 -20 -26 -18 C-38 -20 -42 -36 -43 -50 Z" fill="#3a2527"/>`,
  hairBefore: `<path d="M-42 -40 C-50 -110 40 -114 42 -62 C34 -76 22 -82 8 -84 C-10 -80 -24 -70 -28 -44 C-32 -34 -40 -32 -42 -40 Z" fill="#4a3032"/>
    <path d="M-26 -110 q14 -12 24 0" stroke="#d8433b" stroke-width="6" stroke-linecap="round" fill="none"/>
    <circle cx="-33" cy="-33" r="7" fill="none" stroke="#e8c14a" stroke-width="3"/>`,
  faceExtra: '',
  scarf: '',
};

export const andres: Look = {
  skin: '#dfa67c',
  skinShade: '#c68a61',
  blush: '#d67f62',
  brow: '#4c3a34',
  top: '#f1ede4',
  sleeve: '#fbf7ef',
  sleeveShade: '#d8d2c4',
  clothes: `<path d="M-20 12 L0 34 L20 12 L10 8 H-10 Z" fill="#dfa67c"/>
    <path d="M-40 60 Q0 74 40 60 L50 210 H-50 Z" fill="#3f7d4e"/><path d="M-40 62 L-26 12 M40 62 L26 12" stroke="#3f7d4e" stroke-width="9"/>
    <path d="M-24 124 h48 v26 q-24 12 -48 0 Z" fill="#336842"/>`,
  hairBehind:
    '<path d="M-44 -52 C-46 -76 -38 -84 -30 -84 L-20 -24 C-36 -24 -43 -36 -44 -52 Z" fill="#5d4a43"/>',
  hairBefore: `<path d="M-41 -50 C-43 -70 -38 -80 -31 -82 C-27 -72 -28 -60 -30 -46 Z" fill="#6b564e"/>
    <path d="M-44 -76 C-40 -84 40 -88 46 -76 C52 -70 -50 -66 -44 -76 Z" fill="#d9b56b"/>
    <path d="M-32 -78 C-34 -112 32 -116 34 -79 C12 -85 -12 -84 -32 -78 Z" fill="#e8c781"/>
    <path d="M-33 -80 C-12 -88 12 -88 34 -81 L34 -87 C12 -95 -12 -95 -33 -87 Z" fill="#b5443c"/>`,
  faceExtra:
    '<path d="M10 -38 C2 -42 -10 -36 -15 -25 C-3 -26 5 -29 10 -32 C15 -29 24 -26 35 -27 C31 -37 18 -42 10 -38 Z" fill="#5d4a43"/>',
  scarf: '',
};

export const yuki: Look = {
  skin: '#f7d7bb',
  skinShade: '#e5b998',
  blush: '#f3a898',
  brow: '#2a2430',
  top: '#3b4a7a',
  sleeve: '#435488',
  sleeveShade: '#303d66',
  clothes:
    '<path d="M4 40 V210" stroke="#2b3759" stroke-width="3"/><g fill="#e6c66a"><circle cx="14" cy="84" r="4.5"/><circle cx="14" cy="122" r="4.5"/></g>',
  hairBehind:
    '<path d="M-45 -56 C-50 -114 48 -114 45 -60 C45 -36 44 -10 40 14 L-46 22 C-50 -8 -46 -36 -45 -56 Z" fill="#221d2b"/>',
  hairBefore:
    '<path d="M-44 10 C-48 -40 -48 -112 4 -102 C34 -102 44 -80 42 -64 C36 -72 30 -74 24 -70 C16 -76 4 -76 -4 -70 C-12 -76 -22 -72 -27 -66 C-28 -40 -26 -10 -30 12 Z" fill="#2e2738"/>',
  faceExtra: '',
  scarf: `<path d="M-34 10 C-20 -8 24 -10 36 8 C40 22 26 32 0 32 C-26 32 -40 24 -34 10 Z" fill="#d8544a"/>
    <path d="M-22 22 L-30 84 L-8 86 L-6 28 Z" fill="#c44a41"/><path d="M-30 16 C-10 24 16 24 34 14" stroke="#b8423a" stroke-width="3" fill="none"/>`,
};

export const mori: Look = {
  skin: '#eec39b',
  skinShade: '#d7a57b',
  blush: '#e5987c',
  brow: '#4b474d',
  top: '#b08d62',
  sleeve: '#ba986d',
  sleeveShade: '#957550',
  clothes: `<path d="M-20 12 L0 74 L20 12 L12 8 H-12 Z" fill="#f4efe4"/><path d="M-5 26 h10 l4 46 l-9 12 l-9 -12 Z" fill="#49705c"/>
    <path d="M-22 12 L-34 44 L0 96 L34 44 L22 12 L0 84 Z" fill="#9c7b52"/><path d="M0 96 V210" stroke="#8a6b45" stroke-width="3"/>
    <circle cx="10" cy="124" r="4.5" fill="#6d5436"/><circle cx="10" cy="160" r="4.5" fill="#6d5436"/>`,
  hairBehind:
    '<path d="M-42 -54 C-48 -104 0 -104 4 -96 L-14 -22 C-34 -22 -42 -38 -42 -54 Z" fill="#57525c"/>',
  hairBefore: `<path d="M-41 -46 C-50 -110 34 -116 42 -66 C34 -78 22 -82 10 -80 C-6 -84 -24 -78 -28 -62 L-31 -44 Z" fill="#45404b"/>
    <path d="M-41 -46 C-44 -60 -40 -70 -36 -74 C-30 -66 -30 -54 -31 -44 Z" fill="#8f8a92"/>`,
  faceExtra: GLASSES,
  scarf: '',
};
