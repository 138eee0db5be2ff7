import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { device } from './remember.ts'

const schemes = ['light', 'dark', 'auto'] as const

/** Light, dark or as the device says; public/scheme.js reads the same name before the first paint. */
export const schemeManager: MantineColorSchemeManager = {
  get: fallback => schemes.find(one => one === device.read('scheme')) ?? fallback,
  set: (value: MantineColorScheme) => device.write('scheme', value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => device.write('scheme', undefined),
}
