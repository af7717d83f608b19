import { MAX_WAYS, type PlayerSettings } from '@sayback/contract';

export type Task = 'say' | 'write' | 'gaps' | 'recall';

type Row = {
  name: string;
  /** Null: there are no turns. */
  task: Task | null;
  /** Settings that the mode requires, overriding the learner's. Those for the texts end with the turn's task. */
  settings: Partial<PlayerSettings>;
  /** The line isn't played before its turn. */
  turnFirst?: true;
  /** Lines are built up from their ends, part by part. */
  inParts?: true;
};

const HIDDEN = { original: 'hide', original_until_turn: false } as const;
const BOTH_HIDDEN = { ...HIDDEN, translation: 'hide', translation_until_turn: false } as const;

const TYPICAL = { name: 'say', task: 'say', settings: {} } as const;
/** Also used by Today for a line to be said. */
export const LISTEN_FIRST = { name: 'listenFirst', task: 'say', settings: BOTH_HIDDEN } as const;
const GAPS = { name: 'gaps', task: 'gaps', settings: { ...HIDDEN, turn: 'wait' } } as const;
/** Also used by Today for a line to be written. */
export const DICTATION = {
  name: 'dictation',
  task: 'write',
  settings: { ...BOTH_HIDDEN, turn: 'wait' },
} as const;
const RECALL = {
  name: 'recall',
  task: 'recall',
  settings: { ...HIDDEN, translation: 'show', turn: 'wait' },
  turnFirst: true,
} as const;
const BUILD_UP = { name: 'buildUp', task: 'say', settings: {}, inParts: true } as const;
const ONLY_LISTEN = { name: 'listen', task: null, settings: { listen_through: true } } as const;

const ROWS = [
  TYPICAL,
  LISTEN_FIRST,
  GAPS,
  DICTATION,
  RECALL,
  BUILD_UP,
  ONLY_LISTEN,
] as const satisfies readonly Row[];

export type WayName = (typeof ROWS)[number]['name'];

/** A practice mode. The player, the panel and the turn read its properties, and never check its name. */
export type Way = Row & { name: WayName };

/** Returns true if the learner writes in their turn. */
export const isWritten = ({ task }: Pick<Way, 'task'>): boolean => task === 'write' || task === 'gaps';

/** In the order of the menu and of the keys from 1. */
export const WAYS: readonly Way[] = ROWS;

export const wayNamed = (name: string): Way | undefined => WAYS.find((way) => way.name === name);

/** Returns a video's practice mode: the one chosen for it, or else the one that matches the settings. */
export function selectedWay({ ways, listen_through }: PlayerSettings, videoId: number): Way {
  const chosen = ways.findLast(({ video_id }) => video_id === videoId)?.way ?? '';
  return wayNamed(chosen) ?? (listen_through ? ONLY_LISTEN : TYPICAL);
}

/** Returns settings that store a video's practice mode, dropping the oldest beyond the limit. */
export const withWay = ({ ways }: PlayerSettings, video_id: number, way: WayName) => ({
  ways: [...ways.filter((way) => way.video_id !== video_id), { video_id, way }].slice(-MAX_WAYS),
});

/** Returns the learner's settings as overridden by a mode. `isDone`: its task is over, and the line may be read. */
export function settingsIn({ settings: needed }: Way, own: PlayerSettings, isDone: boolean): PlayerSettings {
  const settings = { ...own, listen_through: false, ...needed };
  if (!isDone || !needed.original) return settings;
  const { translation, translation_until_turn } = own;
  return { ...settings, original: 'show', translation, translation_until_turn };
}
