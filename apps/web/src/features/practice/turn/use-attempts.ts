import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';
import { practisedLinesQuery } from '../practised-lines.ts';
import { identityOf, type PracticeSegment } from '../queries.ts';
import { measuresOf, sendAttempts, storeAttempt } from './attempts.ts';
import type { Take } from './turn.ts';

/** Several turns are sent together, milliseconds. */
const SEND_AFTER_MS = 5000;
/** A turn that was left sooner than this share of its line wasn't used. */
const LEAST_SHARE = 0.5;

type Options = {
  account: string;
  videoId: number;
  snapshot: PlayerSnapshot;
  /** Those that the present line is made of. */
  segments: readonly PracticeSegment[];
  /** Of the present turn. */
  isRecorded: boolean;
};

/** Makes an attempt of each turn and sends it; what can't be sent now, any page sends later. Returns what is called with each take. */
export function useAttempts(options: Options): (take: Take) => void {
  const latest = useRef(options);
  latest.current = options;
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { phase, isReplay } = options.snapshot;
  const since = phase.name === 'turn' && !isReplay ? phase.since : null;

  const send = useRef(() => {
    clearTimeout(timer.current);
    void sendAttempts(latest.current.account);
  });
  const add = useRef(
    ({ account, videoId, segments }: Pick<Options, 'account' | 'videoId' | 'segments'>, ...rest: Rest) => {
      storeAttempt(account, videoId, segments, ...rest);
      const [what] = rest;
      if (what !== 'skipped')
        client.setQueryData(practisedLinesQuery(account, videoId).queryKey, (before = []) => [
          ...before,
          ...segments.map(identityOf),
        ]);
      clearTimeout(timer.current);
      timer.current = setTimeout(send.current, SEND_AFTER_MS);
    },
  );

  useEffect(() => {
    if (since === null) return;
    const began = performance.now();
    const { account, videoId, segments } = latest.current;
    return () => {
      // A recorded one is counted with its measures.
      if (latest.current.isRecorded) return;
      const length = (segments.at(-1)?.end ?? 0) - (segments[0]?.start ?? 0);
      const isUsed = performance.now() - began >= LEAST_SHARE * length;
      add.current({ account, videoId, segments }, isUsed ? 'waited' : 'skipped');
    };
  }, [since]);

  useEffect(() => send.current, []);
  useWindowEvent('pagehide', () => void sendAttempts(latest.current.account, { keepalive: true }));

  const take = useRef((recorded: Take) => add.current(latest.current, 'said', measuresOf(recorded)));
  return take.current;
}

type Rest = Parameters<typeof storeAttempt> extends [unknown, unknown, unknown, ...infer R] ? R : never;
