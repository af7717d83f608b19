import { MAX_WAYS, type PlayerSettings } from '@sayback/contract';

export type Task = 'say' | 'write' | 'gaps' | 'recall';

type Row = {
  name: string;
  /** Null: there are no turns. */
  task: Task | null;
  /** Settings that override the learner's. Those for the texts end with the turn's task. */
  settings: Partial<PlayerSettings>;
  /** True if the line isn't played before its turn. */
  isTurnFirst?: true;
  /** True if lines are built up from their ends, part by part. */
  isInParts?: true;
};

const HIDDEN = { original: 'hide', original_until_turn: false } as const;
const BOTH_HIDDEN = { ...HIDDEN, translation: 'hide', translation_until_turn: false } as const;

const SAY = { name: 'say', task: 'say', settings: {} } as const;
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
  isTurnFirst: true,
} as const;
const BUILD_UP = { name: 'buildUp', task: 'say', settings: {}, isInParts: true } as const;
const LISTEN = { name: 'listen', task: null, settings: { listen_through: true } } as const;

const ROWS = [SAY, LISTEN_FIRST, GAPS, DICTATION, RECALL, BUILD_UP, LISTEN] as const satisfies readonly Row[];

export type ModeName = (typeof ROWS)[number]['name'];

/** A way to practise. The player, the panel and the turn read its properties, and never check its name. */
export type PracticeMode = Row & { name: ModeName };

/** True if the learner writes in their turn. */
export const isWritten = ({ task }: Pick<PracticeMode, 'task'>): boolean =>
  task === 'write' || task === 'gaps';

/** All modes, in the order of the menu and of their keys from 1. */
export const MODES: readonly PracticeMode[] = ROWS;

export const findMode = (name: string): PracticeMode | undefined => MODES.find((mode) => mode.name === name);

/** Returns a video's practice mode: the one chosen for it, or else the one that matches the settings. */
export function findSelectedMode({ ways, listen_through }: PlayerSettings, videoId: number): PracticeMode {
  const chosen = ways.findLast(({ video_id }) => video_id === videoId)?.way ?? '';
  return findMode(chosen) ?? (listen_through ? LISTEN : SAY);
}

/** Returns settings that store a video's practice mode, without the oldest choices above the limit. */
export const addModeChoice = ({ ways }: PlayerSettings, video_id: number, way: ModeName) => ({
  ways: [...ways.filter((choice) => choice.video_id !== video_id), { video_id, way }].slice(-MAX_WAYS),
});

/** Returns the learner's settings as overridden by a mode. `isDone`: its task is done, and the line can be read. */
export function applyMode(mode: PracticeMode, learner: PlayerSettings, isDone: boolean): PlayerSettings {
  const settings = { ...learner, listen_through: false, ...mode.settings };
  if (!isDone || !mode.settings.original) return settings;
  const { translation, translation_until_turn } = learner;
  return { ...settings, original: 'show', translation, translation_until_turn };
}
