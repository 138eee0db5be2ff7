import { quantity } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'

const kilobyte = 1_024
const megabyte = kilobyte * kilobyte

/** Bytes as people say them. */
export function sizeOf(bytes: number, t: Notated): string {
  if (bytes < kilobyte) return quantity(bytes, 'B', t, [0, 0])
  return bytes < megabyte ? quantity(Math.round(bytes / kilobyte), 'KB', t, [0, 0]) : quantity(bytes / megabyte, 'MB', t, [0, 1])
}
