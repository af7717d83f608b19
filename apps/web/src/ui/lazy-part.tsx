import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../locales/translation.ts';
import { Failure } from './feedback/failure.tsx';
import { toast } from './feedback/toast.ts';
import { useIsOnline } from './online.ts';
import { reloadOnce } from './reload-once.ts';

/** The code of a part failed to load. */
export class PartNotLoaded extends Error {
  /** Clears the failure, so that the next render loads it again. */
  readonly reset: () => void;

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause });
    this.reset = reset;
  }
}

/** Wraps a component of a module that is loaded on first render, or earlier by `preload`, which never rejects. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Props = Module[Name] extends ComponentType<infer P> ? P & object : never;
  let loaded: ComponentType<Props> | undefined;
  let failure: PartNotLoaded | undefined;
  let loading: Promise<void> | undefined;
  const reset = () => {
    loading = undefined;
    failure = undefined;
  };
  async function start(): Promise<void> {
    try {
      // Browsers cache a failed import until a reload.
      if (!navigator.onLine) throw new Error('offline');
      loaded = (await load())[name] as ComponentType<Props>;
    } catch (error) {
      failure = new PartNotLoaded(error, reset);
    }
  }
  function startLoading(): Promise<void> {
    loading ??= start();
    return loading;
  }
  function Part(props: Props) {
    if (failure) throw failure;
    // Suspends like React.lazy, which never retries after a failure, and shows the fallback even for loaded code.
    if (!loaded) throw startLoading();
    const Component = loaded;
    return <Component {...props} />;
  }
  Part.preload = async () => {
    await startLoading();
    if (failure) reset();
  };
  return Part;
}

type Preloadable = { preload?: () => Promise<void> | undefined } | undefined;

/** Time for the screen's own requests, in milliseconds. */
const BEFORE_PRELOAD_MS = 3000;

/** True if the browser is set to save data; false if it has no such setting. */
const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Preloads parts one after the other once the browser is idle, so that they work offline. With data saving on, each is loaded
 * when it is opened.
 */
export function usePreload(parts: readonly Preloadable[]): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!isOnline || isSavingData()) return;
    let isLeft = false;
    const timer = setTimeout(async () => {
      for (const part of parts) if (!isLeft) await part?.preload?.();
    }, BEFORE_PRELOAD_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isOnline, parts]);
}

/** Handles a part that failed to load. Returns true if the page reloads, since a deployment removed its code. */
export async function recover(error: unknown): Promise<boolean> {
  if (!(error instanceof PartNotLoaded)) return false;
  error.reset();
  return reloadOnce();
}

type OnDemandProps = {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** Shown until the part is loaded, and if loading fails. */
  fallback?: ReactNode;
  children: ReactNode;
};

/**
 * A menu, dialog or drawer, rendered once it is first opened. If it fails to load, it closes, and a message offers to
 * retry: the page below continues.
 */
export function OnDemand({ isOpen, onOpen, onClose, fallback = null, children }: OnDemandProps) {
  const { t } = useTranslation();
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return fallback;

  const fail = async (error: unknown) => {
    setWasOpened(false);
    onClose();
    if (await recover(error)) return;
    const message = t(navigator.onLine ? 'app.partFailed' : 'app.partOffline');
    toast.failure(message, { label: t('app.retry'), run: onOpen });
  };
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => fallback} onCatch={fail}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** A part within a page. If it fails to load, a message in its place offers to retry; it retries by itself once online. */
export function InlinePart({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={InlineFailure} onCatch={recover}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function InlineFailure({ reset }: { reset: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  useOnReturn(reset);
  return <Failure message={t(isOnline ? 'app.partFailed' : 'app.partOffline')} onRetry={reset} />;
}

/** Runs a callback when the browser is online again. */
export function useOnReturn(onReturn: () => void): void {
  useEffect(() => {
    window.addEventListener('online', onReturn);
    return () => window.removeEventListener('online', onReturn);
  }, [onReturn]);
}
