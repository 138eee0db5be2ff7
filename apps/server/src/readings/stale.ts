export interface Told {
  readonly readAt: Date | null
  /** When its terminal was last heard. */
  readonly heardAt: Date | null
  /** Seconds after which a silent terminal is missed; 0 never runs out. */
  readonly timeOut: number
  readonly history: string
}

/**
 * Is the last reading too old to be believed? What is sent only when it changes stays true while its terminal is heard.
 */
export function isStale({ readAt, heardAt, timeOut, history }: Told, now: Date): boolean {
  if (!readAt) return true
  const told = history === 'DIFFERENT_VALUES' && heardAt && heardAt > readAt ? heardAt : readAt
  return timeOut > 0 && now.getTime() - told.getTime() >= timeOut * 1000
}
