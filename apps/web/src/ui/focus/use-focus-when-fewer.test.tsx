import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useFocusWhenFewer } from './use-focus-when-fewer.ts';

function List({ names, hasHeading = false }: { names: string[] | undefined; hasHeading?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusWhenFewer(names?.length, heading);
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

afterEach(cleanup);

describe('the focus in a list', () => {
  it('goes to the place that is named for it when its item goes', () => {
    const { rerender } = render(<List names={['Ana', 'Bea']} hasHeading />);
    screen.getByText('Ana').focus();
    rerender(<List names={['Bea']} hasHeading />);
    expect(document.activeElement).toBe(screen.getByText('Names'));
  });

  it('goes to the content of the page where no place is named', () => {
    const { rerender } = render(<List names={['Ana', 'Bea']} />);
    screen.getByText('Ana').focus();
    rerender(<List names={['Bea']} />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays when another item goes', () => {
    const { rerender } = render(<List names={['Ana', 'Bea']} />);
    screen.getByText('Ana').focus();
    rerender(<List names={['Ana']} />);
    expect(document.activeElement).toBe(screen.getByText('Ana'));
  });

  it('is not taken when the list comes', () => {
    const { rerender } = render(<List names={undefined} />);
    rerender(<List names={['Ana']} />);
    expect(document.activeElement).toBe(document.body);
  });
});
