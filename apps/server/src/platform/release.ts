/** The day of this version (UTC). */
export const RELEASED = '2026-11-20'

/** Whether a person looked at what is new since this version came. */
export const knowsVersion = (at: Date | null): boolean => at !== null && at.getTime() >= Date.parse(RELEASED)
