import { render } from '@testing-library/react';
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
afterEach(() => content.remove());

describe('the focus after a dialog closes', () => {
  it('returns to the previous element', () => {
    opener.focus();
    const { unmount } = render(<Dialog />);
    opener.blur();
    unmount();
    expect(document.activeElement).toBe(opener);
  });

  it('returns to the element before a drawer opened, even if the drawer took the focus at once', () => {
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

  it('goes to the page’s content when the previous element was deleted', () => {
    opener.focus();
    const { unmount } = render(<Dialog />);
    opener.remove();
    unmount();
    expect(document.activeElement).toBe(content);
  });
});
