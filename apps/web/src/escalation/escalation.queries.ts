import { type Escalation, escalation } from '@steading/contract/escalation'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'

const calls = api(escalation)

export const escalationQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['escalation', entityId],
    queryFn: ({ signal }) => data(calls.of({ params: { id: entityId } }, { signal })),
  })

export async function saveEscalation(entityId: string, body: Pick<Escalation, 'steps' | 'shifts' | 'version'>) {
  const saved = await data(calls.set({ params: { id: entityId }, body }))
  await queryClient.invalidateQueries({ queryKey: ['escalation'] })
  await queryClient.invalidateQueries({ queryKey: ['entities', 'recipients'] })
  return saved
}
