import { MantineProvider } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { theme } from '../ui/theme.ts';

/**
 * The app's theme without its global style sheets: happy-dom copies their 400 variables for each computed style, and a query
 * by role computes the style of every element.
 */
export const TestTheme = ({ children }: PropsWithChildren) => (
  <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
    {children}
  </MantineProvider>
);
