import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

function Dialog() {
  useReturnFocus();
  return <button type="button">Inside</button>;
}

let content: HTMLElement;
let opener: HTMLButtonElement;

beforeEach(() => {
  content = document.createElement('main');
  content.id = 'content';
  content.tabIndex = -1;
  opener = document.createElement('button');
  content.append(opener);
  document.body.replaceChildren(content);
});
afterEach(cleanup);

describe('the focus, when a dialog has gone', () => {
  it('is where it was before', () => {
    opener.focus();
    const { unmount } = render(<Dialog />);
    opener.blur();
    unmount();
    expect(document.activeElement).toBe(opener);
  });

  it('is where it was before a drawer opened, though the drawer took it at once', () => {
    const Drawer = ({ isOpen }: { isOpen: boolean }) => {
      useReturnFocus(undefined, isOpen);
      return isOpen ? <input ref={(input) => input?.focus()} /> : null;
    };
    const { rerender } = render(<Drawer isOpen={false} />);
    opener.focus();
    rerender(<Drawer isOpen />);
    expect(document.activeElement).not.toBe(opener);
    rerender(<Drawer isOpen={false} />);
    expect(document.activeElement).toBe(opener);
  });

  it('is in the content of the page when what had it was deleted', () => {
    opener.focus();
    const { unmount } = render(<Dialog />);
    opener.remove();
    unmount();
    expect(document.activeElement).toBe(content);
  });
});
