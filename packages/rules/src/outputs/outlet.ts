/** State of one output of a rule: its last command and the hold of a person or a stronger rule. */
export interface Outlet {
  readonly id: string
  readonly isBoolean: boolean
  /** The last command is known; `last` is valid only while this is true. */
  known: boolean
  /** The last command, a boolean as 0 or 1. */
  last: number
  /** End of the hold; NEVER: not held. */
  hold: number
  /** A hold has just ended. */
  resumed: boolean
  /** Consecutive failed writes of the rule. */
  failures: number
}
