import { type MantineColorsTuple, createTheme } from '@mantine/core'

// Only names and component defaults live here. Every value is a CSS variable of a brand's sheet,
// so a white label changes the sheet and never the code.
const shade = (at: number) => `var(--mantine-color-accent-${at})`
const accent: MantineColorsTuple = [
  shade(0),
  shade(1),
  shade(2),
  shade(3),
  shade(4),
  shade(5),
  shade(6),
  shade(7),
  shade(8),
  shade(9),
]

const comboboxProps = { shadow: 'md', transitionProps: { transition: 'fade', duration: 120 } } as const

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent },
  fontFamily: 'var(--mantine-font-family)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Select: { defaultProps: { allowDeselect: false, comboboxProps } },
    MultiSelect: { defaultProps: { comboboxProps } },
    // lockScroll injects a style element, which the policy refuses; base.css locks the page instead.
    Modal: {
      defaultProps: {
        centered: true,
        lockScroll: false,
        attributes: { header: { role: 'presentation' } },
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { transition: 'fade', duration: 120 },
      },
    },
    Drawer: {
      defaultProps: {
        lockScroll: false,
        attributes: { header: { role: 'presentation' } },
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
      },
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { transition: 'fade', duration: 120 } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { transition: 'fade', duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})
