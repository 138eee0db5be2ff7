/** Release date of this version (UTC). */
export const RELEASED = '2026-11-20'

/** Has the user seen the news of this version? */
export const knowsVersion = (at: Date | null): boolean => at !== null && at.getTime() >= Date.parse(RELEASED)
