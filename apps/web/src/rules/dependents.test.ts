import { expect, test, vi } from 'vitest'
import { queryClient } from '../platform/queries.ts'
import { refusedAhead, whoGoes } from './Dependents.tsx'

const rule = (id: string) => ({
  ...{ id, displayName: `Rule ${id}`, deploymentStatus: 'UNDEPLOYED' as const, terminal: null, sector: null },
  rootEntity: { id: '1', name: 'Paul', displayName: 'Paul', type: 'FARM' as const },
})

test('a rule whose devices another one drives is not ordered into service, and its refusal is known ahead', async () => {
  vi.spyOn(queryClient, 'fetchQuery').mockResolvedValueOnce([{ id: '2', with: null }])
  const order = await whoGoes([rule('1'), rule('2')], true)
  expect(order.goes.map(one => one.id)).toEqual(['1'])
  expect([...refusedAhead(order)]).toEqual([['2', 'RULE_OUTPUT_IN_USE']])
})
