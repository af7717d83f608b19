import { render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { useFocusFallback } from './use-focus-fallback.ts';

function Panel({ phase }: { phase: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useFocusFallback(ref);
  return (
    <>
      <div ref={ref} tabIndex={-1} data-testid="panel">
        <button key={phase} type="button">
          {phase}
        </button>
      </div>
      <button type="button">outside</button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

it('a panel takes over the focus from its own removed button, but from no other', async () => {
  const { rerender } = render(<Panel phase="Again" />);
  button('Again').focus();
  rerender(<Panel phase="Done" />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('panel')));

  button('outside').focus();
  rerender(<Panel phase="Again" />);
  await Promise.resolve();
  expect(document.activeElement).toBe(button('outside'));
});
