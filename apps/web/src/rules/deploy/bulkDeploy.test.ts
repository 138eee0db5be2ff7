import { expect, test } from 'vitest'
import { type BulkDeployRequest, deployInBatches, deployProgress } from './bulkDeploy.ts'
import { leavesGroups } from './groupMembership.ts'

const rule = (id: number, ruleGroups: { id: string; displayName: string }[] = []) =>
  ({ id: String(id), ruleGroups, deploymentStatus: 'UNDEPLOYED', version: id + 1 }) as const
const groups = [{ id: '1', displayName: 'Summer' }]

test('a rule leaves its groups only when its state changes by itself', () => {
  expect(leavesGroups({ ruleGroups: groups, deploymentStatus: 'UNDEPLOYED' }, true)).toBe(true)
  expect(leavesGroups({ ruleGroups: groups, deploymentStatus: 'DEPLOYED' }, true)).toBe(false)
  expect(leavesGroups({ ruleGroups: groups, deploymentStatus: 'DEPLOYED' }, false)).toBe(true)
  expect(leavesGroups({ ruleGroups: [], deploymentStatus: 'DEPLOYED' }, false)).toBe(false)
})

test('a long order goes in turns, tells how far it has come, and one refusal stops no other', async () => {
  const rules = [...Array.from({ length: 23 }, (_, at) => rule(at + 1)), rule(24, groups)]
  const asked: BulkDeployRequest[] = []
  const seen: string[] = []
  const results = await deployInBatches(
    rules,
    true,
    async body => {
      asked.push(body)
      return body.ids.map(id => ({ id, deferredStatus: id === '3' ? 'TERMINAL_NOT_CONNECTED' : null, deploymentStatus: null }))
    },
    soFar => {
      const { done, refused, total } = deployProgress(soFar, rules.length)
      seen.push(`${done}+${refused}/${total}`)
    },
  )
  expect(asked.map(request => [request.ids.length, request.removeFromGroup])).toEqual([
    [1, true],
    [10, false],
    [10, false],
    [3, false],
  ])
  // What was seen goes with every order.
  expect(asked[0]?.versions).toEqual({ '24': 25 })
  expect(Object.keys(asked[1]?.versions ?? {})).toEqual(asked[1]?.ids)
  expect(seen).toEqual(['1+0/24', '10+1/24', '20+1/24', '23+1/24'])
  expect(results.size).toBe(24)
  expect(results.get('3')).toBe('TERMINAL_NOT_CONNECTED')
})
