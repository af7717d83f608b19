import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusContent } from './focus-content.ts';

it('stays in the open dialog', () => {
  const content = <main id="content" tabIndex={-1} />;
  const { rerender } = render(content);
  focusContent();
  expect(document.activeElement?.id).toBe('content');
  rerender(
    <>
      {content}
      <div role="dialog" aria-modal="true" tabIndex={-1} />
    </>,
  );
  focusContent();
  expect(document.activeElement?.role).toBe('dialog');
  focusContent();
  expect(document.activeElement?.id).toBe('content');
});
