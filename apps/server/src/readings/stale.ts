export interface Told {
  readonly readAt: Date | null
  /** When its terminal was last heard. */
  readonly heardAt: Date | null
  /** Seconds after which a silent terminal is missed; 0 never runs out. */
  readonly timeOut: number
  readonly history: string
  readonly dataType: string
}

/** What is sent only when it changes: states and texts by their nature, the rest where its history is of changes. */
export const ON_CHANGE = { history: 'DIFFERENT_VALUES', dataTypes: ['BOOLEAN', 'STRING'] } as const
const isToldOnChange = ({ history, dataType }: Pick<Told, 'history' | 'dataType'>) =>
  history === ON_CHANGE.history || ON_CHANGE.dataTypes.some(one => one === dataType)

/**
 * Is the last reading too old to be believed? What is sent only when it changes stays true while its terminal is heard.
 */
export function isStale({ readAt, heardAt, timeOut, ...of }: Told, now: Date): boolean {
  if (!readAt) return true
  const told = isToldOnChange(of) && heardAt && heardAt > readAt ? heardAt : readAt
  return timeOut > 0 && now.getTime() - told.getTime() >= timeOut * 1000
}
