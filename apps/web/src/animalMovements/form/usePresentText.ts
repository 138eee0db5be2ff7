import { number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { balanceQuery } from '../animalMovements.queries.ts'

const CLOSE_MS = 300_000

interface Moment {
  readonly batchId: string | null
  readonly at: string | null
}

/** Whether two moments are of one batch and at most five minutes apart. */
const isClose = (before: Moment, now: Moment): boolean =>
  before.batchId === now.batchId &&
  before.at !== null &&
  now.at !== null &&
  Math.abs(Date.parse(now.at) - Date.parse(before.at)) <= CLOSE_MS

/** How many animals a batch has at a time (ISO UTC) and, if they are fewer, how many may leave then; undefined: not known. */
export function usePresentText({
  batchId,
  at,
  movementId,
  isExit,
}: {
  batchId: string | null
  at: string | null
  /** The movement that is being changed. */
  movementId?: string | undefined
  isExit: boolean
}): string | undefined {
  const t = useText()
  const { data: animals } = useQuery({
    ...balanceQuery({ batchId: batchId ?? '', at: at ?? '', ...(movementId !== undefined && { movementId }) }),
    enabled: batchId !== null && at !== null,
    // While minutes pass, the animals of the same batch stay.
    placeholderData: (before, asked) => (asked && isClose(asked.queryKey[2], { batchId, at }) ? before : undefined),
  })
  if (!animals) return undefined
  const count = number(animals.present, t, 0)
  return isExit && animals.available < animals.present
    ? t('movement.presentAvailable', { count, available: number(animals.available, t, 0) })
    : t('movement.present', { count })
}
