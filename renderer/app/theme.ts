import {
  Alert,
  Button,
  createTheme,
  Drawer,
  DrawerHeader,
  Loader,
  Menu,
  Modal,
  ModalHeader,
  ModalRoot,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The one accent: an ink blue that carries white text from shade 6 on. */
const accent: MantineColorsTuple = [
  '#eef1fc',
  '#dde3f9',
  '#bac5f2',
  '#96a7ec',
  '#7b90e8',
  '#5f76de',
  '#4a61d3',
  '#3d53c4',
  '#3446a8',
  '#2a3a8c',
];

/** Greys of the dark scheme, a little blue so that the accent sits well on them. */
const dark: MantineColorsTuple = [
  '#dfe3ec',
  '#c3c9d6',
  '#a3abbd',
  '#818a9e',
  '#495165',
  '#394052',
  '#2c3241',
  '#1e232e',
  '#181c25',
  '#12151c',
];

/** Dark enough from shade 6 on to carry white text. */
const red: MantineColorsTuple = [
  '#fdf0f0',
  '#fadfdf',
  '#f3c0c1',
  '#eb9b9d',
  '#e3797c',
  '#da5a5e',
  '#cb3a40',
  '#b82b31',
  '#9d2228',
  '#821c21',
];

/** A name of one long word does not push the button that closes out of the dialog. */
const dialogTitle = {
  title: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' },
} as const;

/**
 * A dialog comes and goes at once: what is typed right after the key that opens it is meant for it, and what follows the
 * key that closes it is meant for the page. (One that moved would also cut the editor's balloons at its edge.)
 */
const atOnce = { transitionProps: { duration: 0 } } as const;

/** Dense, calm, system fonts only: nothing is fetched from a network. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, red, dark },
  fontFamily:
    '"Inter", "Segoe UI Variable Text", "Segoe UI", system-ui, -apple-system, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The library's tint is loud in the dark scheme; a trace of the colour on the surface is enough.
    Alert: Alert.extend({
      styles: {
        root: {
          background: 'color-mix(in srgb, var(--alert-color) 9%, var(--app-surface))',
          border: '1px solid color-mix(in srgb, var(--alert-color) 45%, var(--app-line))',
        },
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      },
    }),
    Button: Button.extend({ styles: { root: { fontWeight: 500 } } }),
    Loader: Loader.extend({ defaultProps: { type: 'oval', size: 'sm' } }),
    // The placeholder would be a child that a menu may not have.
    Menu: Menu.extend({
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false },
    }),
    Modal: Modal.extend({
      defaultProps: {
        // Below the top bar, where messages come.
        yOffset: 'max(52px, 5dvh)',
        closeButtonProps: { 'aria-label': 'Close' },
        ...atOnce,
      },
      styles: dialogTitle,
    }),
    ModalRoot: ModalRoot.extend({ defaultProps: atOnce }),
    Drawer: Drawer.extend({
      defaultProps: { transitionProps: { duration: 120 }, closeButtonProps: { 'aria-label': 'Close' } },
      styles: dialogTitle,
    }),
    // These are <header> elements, which would be banners of the page beside the top bar.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
    DrawerHeader: DrawerHeader.extend({ defaultProps: { role: 'presentation' } }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        events: { hover: true, focus: true, touch: false },
      },
    }),
  },
});

/** Surfaces of the application, and greys and reds of the library made dark or light enough to read (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--app-canvas': '#f4f6f9',
    '--app-surface': '#ffffff',
    '--app-sunken': '#eceff4',
    '--app-line': '#dde2ea',
    '--app-hover': '#eef1f6',
    '--app-selected': '#e6eafa',
    '--app-selected-text': '#2f41a0',
    '--app-success': '#0b7a5c',
    '--app-warning': '#9a5b00',
    '--app-danger': '#c0272d',
    '--mantine-color-text': '#1b2230',
    '--mantine-color-dimmed': '#586174',
    '--mantine-color-placeholder': '#697287',
    '--mantine-color-error': '#c0272d',
    '--mantine-color-default-border': '#cfd6e1',
    '--mantine-color-anchor': '#3446a8',
  },
  dark: {
    '--app-canvas': '#14171f',
    '--app-surface': '#1e232e',
    '--app-sunken': '#181c25',
    '--app-line': '#313849',
    '--app-hover': '#272d3a',
    '--app-selected': '#2b3563',
    '--app-selected-text': '#ccd5fa',
    '--app-success': '#4fd1ab',
    '--app-warning': '#f2b84b',
    '--app-danger': '#ff8f8f',
    '--mantine-color-body': '#1e232e',
    '--mantine-color-text': '#dfe3ec',
    '--mantine-color-dimmed': '#a3abbd',
    '--mantine-color-placeholder': '#98a1b4',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-default-border': '#414a5e',
    '--mantine-color-anchor': '#a9b8f5',
  },
});
