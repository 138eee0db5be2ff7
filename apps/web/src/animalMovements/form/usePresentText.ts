import { number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { balanceQuery } from '../animalMovements.queries.ts'

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
    // While a time is typed or passes, the animals of the same batch stay.
    placeholderData: (before, asked) => (asked?.queryKey[2].batchId === batchId ? before : undefined),
  })
  if (!animals) return undefined
  const count = number(animals.present, t, 0)
  return isExit && animals.available < animals.present
    ? t('movement.presentAvailable', { count, available: number(animals.available, t, 0) })
    : t('movement.present', { count })
}
