/** Instants and durations are UTC milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** No deadline. A number, so that state stays plain JSON and comparisons stay cheap. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** The end of a hold that ends only when it is told so. */
export const UNTIL_FREED = NEVER - 1

/** 'HH:mm' in milliseconds; text that is no time counts as 0, the contract's schema keeps it out. */
export const duration = (text: string): number =>
  ((text.charCodeAt(0) - 48) * 10 + text.charCodeAt(1) - 48) * HOUR +
  ((text.charCodeAt(3) - 48) * 10 + text.charCodeAt(4) - 48) * MINUTE
