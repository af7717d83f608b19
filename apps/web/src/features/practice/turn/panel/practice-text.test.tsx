import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PracticeText } from './practice-text.tsx';

it.each([
  '<script>window.broken = true</script>',
  '<img src="x" onerror="window.broken = true">',
  '<style>* { display: none }</style><b>bold</b>',
  '{{constructor.constructor("return 1")()}} &lt;i&gt;',
])('shows subtitle markup as text: %s', (text) => {
  const { container } = render(
    <MantineProvider env="test">
      <PracticeText part="original" text={text} language="en" visibility="show" revealLabel="Reveal" />
    </MantineProvider>,
  );
  const line = container.querySelector('[data-part="original"]');
  expect(line?.textContent).toBe(text);
  expect(line?.querySelectorAll('*')).toHaveLength(1);
  expect(line?.firstElementChild?.className).toContain('run');
  expect(window).not.toHaveProperty('broken');
});
