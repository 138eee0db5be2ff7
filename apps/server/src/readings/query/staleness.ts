export interface LastContact {
  readonly readAt: Date | null
  /** Last contact of the terminal. */
  readonly heardAt: Date | null
  /** Seconds without contact after which a terminal counts as silent; 0: never. */
  readonly timeOut: number
  readonly history: string
  readonly dataType: string
  /** Seconds between values; 0: it is sent on change. */
  readonly samplingInterval: number
}

/**
 * Is the value sent only when it changes? States and texts always are, the others if their history records changes or they are
 * computed of such values.
 */
export const ON_CHANGE = { history: 'DIFFERENT_VALUES', dataTypes: ['BOOLEAN', 'STRING'] } as const
const isSentOnChange = ({
  history,
  dataType,
  samplingInterval,
}: Pick<LastContact, 'history' | 'dataType' | 'samplingInterval'>) =>
  samplingInterval === 0 || history === ON_CHANGE.history || ON_CHANGE.dataTypes.some(one => one === dataType)

/** Is the last reading too old to be trusted? A value that is sent on change stays valid while its terminal has contact. */
export function isStale({ readAt, heardAt, timeOut, ...of }: LastContact, now: Date): boolean {
  if (!readAt) return true
  const lastKnownAt = isSentOnChange(of) && heardAt && heardAt > readAt ? heardAt : readAt
  return timeOut > 0 && now.getTime() - lastKnownAt.getTime() >= timeOut * 1000
}
