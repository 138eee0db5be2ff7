import type { Command } from '@steading/contract/devices/interfaces'

/** End of a manual override; undefined if there is none. */
export const holdUntil = (command: Command | null, now: number): string | undefined => {
  const until = command?.state === 'DONE' ? command.holdUntilUtc : null
  return until !== null && Date.parse(until) > now ? until : undefined
}
