import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { Toasts } from './feedback/toasts.tsx';
import { InlinePart, lazyPart, OnDemand, usePreload } from './lazy-part.tsx';
import * as reload from './reload-once.ts';
import { setOnline } from './testing/set-online.ts';

let reloadOnce: MockInstance<typeof reload.reloadOnce>;

beforeEach(() => {
  reloadOnce = vi.spyOn(reload, 'reloadOnce').mockResolvedValue(false);
  // React logs every error that a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  setOnline(true);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const renderWithToasts = (content: ReactNode) =>
  render(
    <MantineProvider env="test">
      <Toasts />
      {content}
    </MantineProvider>,
  );

const Drawer = () => <p>The drawer</p>;

function createPart() {
  const load = vi.fn(async (): Promise<{ Drawer: ComponentType }> => ({ Drawer }));
  return { load, Part: lazyPart(load, 'Drawer') };
}

function PageWithDrawer({ Part }: { Part: ComponentType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h1>Practice</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Settings
      </button>
      <OnDemand isOpen={isOpen} onOpen={() => setOpen(true)} onClose={() => setOpen(false)}>
        <Part />
      </OnDemand>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a drawer whose code is loaded on demand', () => {
  it('opens once it is loaded', async () => {
    renderWithToasts(<PageWithDrawer Part={createPart().Part} />);
    await press('Settings');
    expect(await screen.findByText('The drawer')).toBeTruthy();
  });

  it('shows only a message while offline, and opens on Try again once online', async () => {
    const { load, Part } = createPart();
    renderWithToasts(<PageWithDrawer Part={Part} />);
    setOnline(false);
    await press('Settings');
    expect((await screen.findByRole('alert')).textContent).toBe("You're offline. This isn't loaded yet.");
    expect(screen.getByRole('heading', { name: 'Practice' })).toBeTruthy();
    // A browser would cache the failed import.
    expect(load).not.toHaveBeenCalled();
    setOnline(true);
    await press('Try again');
    expect(await screen.findByText('The drawer')).toBeTruthy();
  });

  it('can be opened again with its button after a failure', async () => {
    const { load, Part } = createPart();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    renderWithToasts(<PageWithDrawer Part={Part} />);
    await press('Settings');
    expect(await screen.findByText("Couldn't load this. Try again in a moment.")).toBeTruthy();
    await press('Settings');
    expect(await screen.findByText('The drawer')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('reloads the page, without a message, when a deployment has removed its code', async () => {
    const { load, Part } = createPart();
    load.mockRejectedValue(new TypeError('Failed to fetch'));
    reloadOnce.mockResolvedValueOnce(true);
    renderWithToasts(<PageWithDrawer Part={Part} />);
    await press('Settings');
    await waitFor(() => expect(reloadOnce).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('doesn’t break the page if it throws while rendering', async () => {
    const Faulty = () => {
      throw new Error('a fault');
    };
    renderWithToasts(<PageWithDrawer Part={Faulty} />);
    await press('Settings');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Practice' })).toBeTruthy();
    expect(reloadOnce).not.toHaveBeenCalled();
  });
});

describe('an inline part', () => {
  it('offers to retry in its place, and retries automatically once online', async () => {
    const { Part } = createPart();
    setOnline(false);
    renderWithToasts(
      <InlinePart>
        <Part />
      </InlinePart>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain("You're offline.");
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    setOnline(true);
    expect(await screen.findByText('The drawer')).toBeTruthy();
  });

  it('shows no message if it is silent, and appears once online', async () => {
    const { Part } = createPart();
    setOnline(false);
    renderWithToasts(
      <InlinePart isSilent fallback="Loading">
        <Part />
      </InlinePart>,
    );
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    setOnline(true);
    expect(await screen.findByText('The drawer')).toBeTruthy();
  });
});

describe('preloading', () => {
  function Preloading({ parts }: { parts: Parameters<typeof usePreload>[0] }) {
    usePreload(parts);
    return null;
  }

  it('loads the parts after a delay, so that they open offline', async () => {
    const { load, Part } = createPart();
    vi.useFakeTimers();
    renderWithToasts(<Preloading parts={[Part]} />);
    expect(load).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(load).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    setOnline(false);
    renderWithToasts(<PageWithDrawer Part={Part} />);
    await press('Settings');
    expect(screen.getByText('The drawer')).toBeTruthy();
  });

  it('waits for the network, and never reloads the page', async () => {
    const { load, Part } = createPart();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const parts = [Part];
    vi.useFakeTimers();
    setOnline(false);
    renderWithToasts(<Preloading parts={parts} />);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(load).not.toHaveBeenCalled();
    setOnline(true);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(load).toHaveBeenCalledTimes(1);
    expect(reloadOnce).not.toHaveBeenCalled();
  });

  it('does nothing if the browser is set to save data', async () => {
    const { load, Part } = createPart();
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } });
    vi.useFakeTimers();
    renderWithToasts(<Preloading parts={[Part]} />);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(load).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
