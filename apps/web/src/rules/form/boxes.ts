import type { TerminalRef } from '@steading/contract/terminals'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'

type Box = Pick<z.infer<typeof TerminalRef>, 'id' | 'displayName' | 'provisionStatus'>

/** Smart boxes as a rule chooses its own: those that are not set up, which take no rule yet, are marked and come last. */
export function boxesOffered(boxes: readonly Box[], t: Translate): { id: string; displayName: string }[] {
  const isReady = ({ provisionStatus }: Box) => provisionStatus !== 'NOT_PROVISIONED'
  const ready = boxes.filter(isReady)
  const others = boxes.filter(one => !isReady(one))
  return [
    ...ready.map(({ id, displayName }) => ({ id, displayName })),
    ...others.map(({ id, displayName }) => ({ id, displayName: t('terminal.notSetUp', { name: displayName }) })),
  ]
}
