import { type Escalation, escalation } from '@steading/contract/events/escalation'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'

const calls = api(escalation)

export const escalationQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['escalation', entityId],
    queryFn: ({ signal }) => data(calls.of({ params: { id: entityId } }, { signal })),
  })

export async function saveEscalation(entityId: string, body: Pick<Escalation, 'steps' | 'shifts' | 'version'>) {
  const saved = await data(write(['escalation', 'set'], calls.set, { params: { id: entityId }, body }))
  await queryClient.invalidateQueries({ queryKey: ['escalation'] })
  await queryClient.invalidateQueries({ queryKey: ['entities', 'recipients'] })
  return saved
}
