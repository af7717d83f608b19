import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

/** The accent colour. */
const spruce: MantineColorsTuple = [
  '#e9f7f4',
  '#d3ece7',
  '#a7dacf',
  '#77c7b6',
  '#4fb7a2',
  '#2fa48f',
  '#1c8c7a',
  '#127567',
  '#0b6459',
  '#06463e',
];

/** Greys of the dark scheme, tinted with the accent's green. */
const dark: MantineColorsTuple = [
  '#dfe6e3',
  '#b9c4c0',
  '#9aa7a2',
  '#6d7a75',
  '#4a5652',
  '#36413d',
  '#27302d',
  '#1b2220',
  '#131917',
  '#0c100f',
];

export const theme = createTheme({
  primaryColor: 'spruce',
  colors: { spruce, dark },
  primaryShade: 8,
  autoContrast: true,
  fontFamily: "'Plain figures', 'Atkinson Hyperlegible Next Variable', system-ui, sans-serif",
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // 'quiet', for secondary actions: subtle and grey.
  variantColorResolver: (input) =>
    defaultVariantColorsResolver(
      input.variant === 'quiet' ? { ...input, variant: 'subtle', color: 'gray' } : input,
    ),
  components: {
    // Minimum size of touch targets, in pixels.
    Button: { defaultProps: { mih: 44 } },
    ActionIcon: { defaultProps: { size: 44 } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Combobox: { defaultProps: { keepMounted: false } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Badge: { defaultProps: { tt: 'none', fw: 550 } },
    // Otherwise a dialog's header would be a second banner landmark.
    Modal: { defaultProps: { radius: 'lg', attributes: { header: { role: 'none' } } } },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } } },
      styles: { title: { fontSize: '1.25rem', fontWeight: 700 } },
    },
  },
});
