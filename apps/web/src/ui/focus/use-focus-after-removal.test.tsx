import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

function List({ names, hasHeading = false }: { names: string[] | undefined; hasHeading?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterRemoval(names?.length, heading);
  return (
    <main id="content" tabIndex={-1}>
      {hasHeading && (
        <h1 ref={heading} tabIndex={-1}>
          Names
        </h1>
      )}
      {names?.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </main>
  );
}

describe('the focus in a list', () => {
  it('goes to the given element when its item is removed', () => {
    const { rerender } = render(<List names={['Ana', 'Bea']} hasHeading />);
    screen.getByText('Ana').focus();
    rerender(<List names={['Bea']} hasHeading />);
    expect(document.activeElement).toBe(screen.getByText('Names'));
  });

  it('goes to the page’s content if no element is given', () => {
    const { rerender } = render(<List names={['Ana', 'Bea']} />);
    screen.getByText('Ana').focus();
    rerender(<List names={['Bea']} />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays when another item is removed', () => {
    const { rerender } = render(<List names={['Ana', 'Bea']} />);
    screen.getByText('Ana').focus();
    rerender(<List names={['Ana']} />);
    expect(document.activeElement).toBe(screen.getByText('Ana'));
  });

  it('isn’t moved when the list loads', () => {
    const { rerender } = render(<List names={undefined} />);
    rerender(<List names={['Ana']} />);
    expect(document.activeElement).toBe(document.body);
  });
});
