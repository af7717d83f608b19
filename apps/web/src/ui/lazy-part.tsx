import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../locales/translation.ts';
import { Failure } from './feedback/failure.tsx';
import { toast } from './feedback/toast.ts';
import { reloadOnce } from './reload-once.ts';
import { useIsOnline } from './use-is-online.ts';

/** Thrown if the code of a part failed to load. */
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
  async function loadModule(): Promise<void> {
    try {
      // Browsers cache a failed import until a reload.
      if (!navigator.onLine) throw new Error('offline');
      loaded = (await load())[name] as ComponentType<Props>;
    } catch (error) {
      failure = new PartNotLoaded(error, reset);
    }
  }
  function startLoading(): Promise<void> {
    loading ??= loadModule();
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

/** Delay before preloading, to let the screen's requests go first, in milliseconds. */
const PRELOAD_DELAY_MS = 3000;

/** Returns true if the browser is set to save data; false if it doesn't have this setting. */
const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Preloads parts, one after the other, so that they work offline. If the browser is set to save data, they are only loaded
 * when they are opened.
 */
export function usePreload(parts: readonly Preloadable[]): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!isOnline || isSavingData()) return;
    let isUnmounted = false;
    const timer = setTimeout(async () => {
      for (const part of parts) if (!isUnmounted) await part?.preload?.();
    }, PRELOAD_DELAY_MS);
    return () => {
      isUnmounted = true;
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
 * Wraps a menu, dialog or drawer, which is rendered once it is first opened. If loading fails, it closes, and a toast offers to
 * retry.
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

type InlineProps = {
  fallback?: ReactNode;
  /** Shows nothing if the part fails to load, since there is no space for a message. */
  isSilent?: boolean;
  children: ReactNode;
};

/** Wraps a part of a page. If loading fails, a message in its place offers to retry; it retries automatically once online. */
export function InlinePart({ fallback, isSilent, children }: InlineProps) {
  const failure = isSilent ? SilentFailure : InlineFailure;
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={failure} onCatch={recover}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function SilentFailure({ reset }: { reset: () => void }) {
  useOnReconnect(reset);
  return null;
}

function InlineFailure({ reset }: { reset: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  useOnReconnect(reset);
  return <Failure message={t(isOnline ? 'app.partFailed' : 'app.partOffline')} onRetry={reset} />;
}

/** Runs a callback when the browser is online again. */
export function useOnReconnect(onReturn: () => void): void {
  useEffect(() => {
    window.addEventListener('online', onReturn);
    return () => window.removeEventListener('online', onReturn);
  }, [onReturn]);
}
