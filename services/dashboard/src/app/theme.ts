import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import fields from './fields.module.css'

const iris: MantineColorsTuple = [
  '#eff0ff',
  '#e0e2ff',
  '#c3c7ff',
  '#a2a8fd',
  '#8a8ff8',
  '#6a6bf0',
  '#5850e6',
  '#4a41cf',
  '#3d36ab',
  '#312c88',
]

const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f6',
  '#eaeaee',
  '#dedee4',
  '#c6c6cf',
  '#9d9da9',
  '#696974',
  '#50505a',
  '#34343c',
  '#1a1a1f',
]

const dark: MantineColorsTuple = [
  '#ededf1',
  '#bdbdc7',
  '#9a9aa6',
  '#6d6d79',
  '#3b3b44',
  '#2c2c34',
  '#212127',
  '#141418',
  '#0f0f12',
  '#0a0a0c',
]

/** The theme: one neutral scale, one accent colour, 14 px text, an 8 px rhythm. */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 6,
  colors: { iris, gray, dark },
  black: '#1a1a1f',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.35' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(20 20 30 / 6%)',
    sm: '0 1px 2px rgb(20 20 30 / 6%), 0 2px 6px rgb(20 20 30 / 5%)',
    md: '0 4px 16px rgb(20 20 30 / 10%)',
    lg: '0 8px 32px rgb(20 20 30 / 14%)',
    xl: '0 16px 48px rgb(20 20 30 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // These are plain objects, because each page loads its own components.
  components: {
    Button: { defaultProps: { size: 'sm' }, classNames: { root: fields['button'] } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      classNames: { root: fields['icon'] },
    },
    Input: { defaultProps: { size: 'sm' }, classNames: { input: fields['input'] } },
    InputWrapper: {
      defaultProps: { size: 'sm' },
      classNames: {
        label: fields['label'],
        description: fields['description'],
        error: fields['error'],
      },
    },
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 } },
      classNames: {
        item: fields['menuItem'],
        label: fields['menuLabel'],
        itemSection: fields['menuIcon'],
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 20,
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      classNames: { title: fields['dialogTitle'], content: fields['dialog'] },
    },
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.2 },
        transitionProps: { duration: 140 },
      },
      classNames: { content: fields['drawer'] },
    },
    // The keyboard must reach the button that shows the password (WCAG 2.1.1).
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show the password' },
      },
    },
    Checkbox: { classNames: { input: fields['check'] } },
    Radio: { classNames: { radio: fields['check'] } },
    SegmentedControl: { classNames: { label: fields['segment'] } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true, fz: 'xs' } },
  },
})

/**
 * Returns CSS variables: placeholders have the contrast of text, borders are calm, and disabled
 * buttons differ from the card behind them.
 */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-placeholder': colors['gray']?.[6] ?? '',
    '--mantine-color-default-border': colors['gray']?.[3] ?? '',
    '--mantine-color-iris-light-color': colors['iris']?.[6] ?? '',
    '--mantine-color-iris-light': colors['iris']?.[0] ?? '',
    '--mantine-color-iris-light-hover': colors['iris']?.[0] ?? '',
  },
  dark: {
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-placeholder': colors['dark']?.[2] ?? '',
    '--mantine-color-default-border': colors['dark']?.[4] ?? '',
    '--mantine-color-iris-light-color': colors['iris']?.[4] ?? '',
    '--mantine-color-disabled': colors['dark']?.[5] ?? '',
  },
})
