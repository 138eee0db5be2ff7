import { quantity } from '@steading/locales/format'

const kilobyte = 1_024
const megabyte = kilobyte * kilobyte

/** Bytes as people say them. */
export function sizeOf(bytes: number): string {
  if (bytes < kilobyte) return quantity(bytes, 'B', [0, 0])
  return bytes < megabyte ? quantity(Math.round(bytes / kilobyte), 'KB', [0, 0]) : quantity(bytes / megabyte, 'MB', [0, 1])
}
