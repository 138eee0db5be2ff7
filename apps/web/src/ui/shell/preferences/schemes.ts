import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

/** Light, dark, or as the device says. */
export const schemes = [
  { key: 'light', word: 'shell.scheme.light', icon: IconSun },
  { key: 'dark', word: 'shell.scheme.dark', icon: IconMoon },
  { key: 'auto', word: 'shell.scheme.auto', icon: IconDeviceDesktop },
] as const
export type Scheme = (typeof schemes)[number]['key']
