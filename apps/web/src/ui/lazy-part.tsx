import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../locales/translation.ts';
import { Failure } from './feedback/failure.tsx';
import { toast } from './feedback/toast.ts';
import { useIsOnline } from './online.ts';
import { reloadOnce } from './reload-once.ts';

/** The code of a part could not be loaded. */
export class PartNotLoaded extends Error {
  /** Forgets the failure, so that the next render loads it again. */
  readonly reset: () => void;

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause });
    this.reset = reset;
  }
}

/**
 * The component of this name in a module that is loaded when it is first shown, or ahead of that by `preload`, which never
 * rejects.
 */
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
      // A browser remembers that an import failed, and wouldn't try again before a reload.
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
    // Suspends as React.lazy does, which never retries after a failure, and shows the fallback even for loaded code.
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

/** Enough for what the screen itself loads, in milliseconds. */
const BEFORE_PRELOAD_MS = 3000;

/** Loads parts once the browser has nothing else to do, one after the other: they are there when the network is not. */
export function usePreload(parts: readonly Preloadable[]): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!isOnline) return;
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

/** Handles a part that failed: returns true if the page is reloaded, as after a deployment its code is gone. */
export async function recover(error: unknown): Promise<boolean> {
  if (!(error instanceof PartNotLoaded)) return false;
  error.reset();
  return reloadOnce();
}

type OnDemandProps = {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** Shown until the part is loaded, and if it can't be. */
  fallback?: ReactNode;
  children: ReactNode;
};

/**
 * A menu, dialog or drawer, rendered from its first opening on. If it fails, it is closed, and a message offers to try again:
 * the page below continues.
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

/** A part within a page. If it fails, a message in its place offers to try again; back online, that happens by itself. */
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

/** Calls back when the browser is online again. */
export function useOnReturn(onReturn: () => void): void {
  useEffect(() => {
    window.addEventListener('online', onReturn);
    return () => window.removeEventListener('online', onReturn);
  }, [onReturn]);
}
