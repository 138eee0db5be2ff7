/** Instants and durations are UTC milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** No deadline. A number keeps the state plain JSON and comparisons cheap. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** End of a hold that lasts until it is released. */
export const UNTIL_FREED = NEVER - 1

/** 'HH:mm' in milliseconds. The contract's schema ensures that the text is a time. */
export const duration = (text: string): number =>
  ((text.charCodeAt(0) - 48) * 10 + text.charCodeAt(1) - 48) * HOUR +
  ((text.charCodeAt(3) - 48) * 10 + text.charCodeAt(4) - 48) * MINUTE
