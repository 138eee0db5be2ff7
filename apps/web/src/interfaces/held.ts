import type { Command } from '@steading/contract/interfaces'

/** Until when a person's command has precedence over the rules; undefined where none has. */
export const heldUntil = (command: Command | null, now: number): string | undefined => {
  const until = command?.state === 'DONE' ? command.holdUntilUtc : null
  return until !== null && Date.parse(until) > now ? until : undefined
}
