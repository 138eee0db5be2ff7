import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { device } from '../storage.ts'

const schemes = ['light', 'dark', 'auto'] as const

/** Colour scheme: light, dark or that of the device. public/scheme.js reads the same key before the first paint. */
export const schemeManager: MantineColorSchemeManager = {
  get: fallback => schemes.find(scheme => scheme === device.read('scheme')) ?? fallback,
  set: (value: MantineColorScheme) => device.write('scheme', value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => device.write('scheme', undefined),
}
