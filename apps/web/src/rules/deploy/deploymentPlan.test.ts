import { expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/api/queries.ts'
import { plannedRefusals, planDeployment } from './deploymentPlan.ts'

const rule = (id: string) => ({
  id,
  displayName: `Rule ${id}`,
  deploymentStatus: 'UNDEPLOYED' as const,
  terminal: null,
  sector: null,
  rootEntity: { id: '1', name: 'Paul', displayName: 'Paul', type: 'FARM' as const },
})

test('a rule whose devices another one drives is not ordered into service, and its refusal is known ahead', async () => {
  vi.spyOn(queryClient, 'fetchQuery').mockResolvedValueOnce([{ id: '2', with: null }])
  const order = await planDeployment([rule('1'), rule('2')], true)
  expect(order.deployable.map(rule => rule.id)).toEqual(['1'])
  expect([...plannedRefusals(order)]).toEqual([['2', 'RULE_OUTPUT_IN_USE']])
})
