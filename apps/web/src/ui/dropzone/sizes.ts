import { quantity } from '@steading/locales/format'

const kilobyte = 1_024
const megabyte = kilobyte * kilobyte

/** Bytes as people say them; the smallest file is 1 KB. */
export const sizeOf = (bytes: number): string =>
  bytes < megabyte ? quantity(Math.max(1, Math.round(bytes / kilobyte)), 'KB', [0, 0]) : quantity(bytes / megabyte, 'MB', [0, 1])
