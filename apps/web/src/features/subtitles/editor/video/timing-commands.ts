import {
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconMinus,
  IconPlayerPlay,
  IconPlus,
  IconRepeat,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { Command, CommandRow } from '../../../../ui/commands/commands.ts';
import { isControl } from '../../../../ui/commands/keyboard.ts';
import type { EditorActions } from '../actions/use-editor-actions.ts';
import type { Editor } from '../model/editor.ts';
import type { Edge } from '../model/times.ts';
import type { SideVideo } from './use-side-video.ts';

export type TimingContext = {
  editor: Editor;
  actions: Pick<EditorActions, 'placeEdge'>;
  sideVideo: SideVideo;
  /** Saves rows without a message: at once, after a delay without changes, or once the server is reachable. */
  autosave: Record<'save' | 'saveAfterDelay' | 'enqueue', (id: number) => void>;
};

/** Sets an edge of a row to the video's position. Shift allows an overlap with a neighbour. */
function setEdgeToPosition(context: TimingContext, { id, isShifted }: CommandRow, edge: Edge): void {
  const { actions, sideVideo, autosave } = context;
  const position = sideVideo.position();
  if (position !== null && actions.placeEdge(id, edge, position, isShifted)) autosave.saveAfterDelay(id);
}

/** The video's keys work without Alt outside of text fields, and with Alt everywhere. */
const withAndWithoutAlt = (...keys: string[]) => [...keys.map((key) => `Alt+${key}`), ...keys];

const TENTH_MS = 100;
const ZOOM_FACTOR = 1.5;

/** Commands for the video: playback, and setting times to its position. */
export const TIMING_COMMANDS = [
  {
    id: 'togglePlay',
    name: 'editorTiming.play',
    listName: 'editorTiming.playOrPause',
    keys: withAndWithoutAlt('K', 'Space'),
    scope: 'page',
    worksIn: (target) => !isControl(target) || (target instanceof Element && target.matches('[role=slider]')),
    buttonIn: 'video',
    Icon: IconPlayerPlay,
    run: ({ sideVideo }) => sideVideo.togglePlay(),
  },
  {
    id: 'playRow',
    name: 'editorKeys.play',
    keys: ['Alt+P'],
    scope: 'row',
    buttonIn: 'video',
    Icon: IconRepeat,
    run: ({ sideVideo }, { id }) => sideVideo.playRow(id),
  },
  {
    id: 'setStart',
    name: 'editorTiming.setStart',
    keys: withAndWithoutAlt('S'),
    allowsShift: true,
    scope: 'row',
    buttonIn: 'video',
    Icon: IconBracketsContainStart,
    run: (context, row) => setEdgeToPosition(context, row, 'start_time'),
  },
  {
    id: 'setEnd',
    name: 'editorTiming.setEnd',
    keys: withAndWithoutAlt('E'),
    allowsShift: true,
    scope: 'row',
    buttonIn: 'video',
    Icon: IconBracketsContainEnd,
    run: (context, row) => setEdgeToPosition(context, row, 'end_time'),
  },
  {
    id: 'slower',
    name: 'playerSettings.slower',
    keys: ['Alt+-'],
    scope: 'page',
    buttonIn: 'video',
    Icon: IconMinus,
    run: ({ sideVideo }) => sideVideo.changeRate(-1),
  },
  {
    id: 'faster',
    name: 'playerSettings.faster',
    keys: ['Alt+='],
    scope: 'page',
    buttonIn: 'video',
    Icon: IconPlus,
    run: ({ sideVideo }) => sideVideo.changeRate(1),
  },
  {
    id: 'tenthBack',
    name: 'editorTiming.tenthBack',
    keys: ['Alt+Shift+B', 'Shift+B'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'video',
    Icon: IconChevronsLeft,
    run: ({ sideVideo }) => sideVideo.step(-TENTH_MS),
  },
  {
    id: 'frameBack',
    name: 'editorTiming.frameBack',
    keys: withAndWithoutAlt('B'),
    isRepeated: true,
    scope: 'page',
    buttonIn: 'video',
    Icon: IconChevronLeft,
    run: ({ sideVideo }) => sideVideo.step(-sideVideo.frameMs),
  },
  {
    id: 'frameForward',
    name: 'editorTiming.frameForward',
    keys: withAndWithoutAlt('N'),
    isRepeated: true,
    scope: 'page',
    buttonIn: 'video',
    Icon: IconChevronRight,
    run: ({ sideVideo }) => sideVideo.step(sideVideo.frameMs),
  },
  {
    id: 'tenthForward',
    name: 'editorTiming.tenthForward',
    keys: ['Alt+Shift+N', 'Shift+N'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'video',
    Icon: IconChevronsRight,
    run: ({ sideVideo }) => sideVideo.step(TENTH_MS),
  },
  {
    id: 'zoomOut',
    name: 'editorTiming.zoomOut',
    keys: ['Alt+Shift+-'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'video',
    Icon: IconZoomOut,
    run: ({ sideVideo }) => sideVideo.timeline.current?.zoom(ZOOM_FACTOR),
  },
  {
    id: 'zoomIn',
    name: 'editorTiming.zoomIn',
    keys: ['Alt+Shift+='],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'video',
    Icon: IconZoomIn,
    run: ({ sideVideo }) => sideVideo.timeline.current?.zoom(1 / ZOOM_FACTOR),
  },
] as const satisfies readonly Command<TimingContext>[];
