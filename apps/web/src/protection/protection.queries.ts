import type { AlarmPlanContent } from '@steading/contract/protection/alarmPlan'
import { protection } from '@steading/contract/protection/protection'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'

export const calls = api(protection)

export const planQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['protection', 'plan', entityId],
    queryFn: ({ signal }) => data(calls.plan({ params: { id: entityId } }, { signal })),
  })

export const protectionChanged = () => queryClient.invalidateQueries({ queryKey: ['protection'] })

export async function savePlan(entityId: string, body: { content: AlarmPlanContent; version: number }) {
  const saved = await data(write(['protection', 'setPlan'], calls.setPlan, { params: { id: entityId }, body }))
  await protectionChanged()
  return saved
}
