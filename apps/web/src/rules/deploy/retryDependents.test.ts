import { expect, test } from 'vitest'
import { deployProgress } from './bulkDeploy.ts'
import { retryDependents } from './retryDependents.ts'

const rules = ['1', '2', '3'].map(id => ({ id }))
const needed = 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'

test('what others need is asked again once those are out, until nothing more goes', async () => {
  // Each is needed by the next one, which is ordered after it.
  const out = new Set<string>()
  const asked: string[] = []
  const results = await retryDependents(rules, async batch => {
    asked.push(batch.map(item => item.id).join(''))
    return new Map(
      batch.map(({ id }) => {
        const isNeeded = id !== '3' && !out.has(String(Number(id) + 1))
        if (!isNeeded) out.add(id)
        return [id, isNeeded ? needed : null]
      }),
    )
  })
  expect(asked).toEqual(['123', '12', '1'])
  expect([...results.values()]).toEqual([null, null, null])
})

test('what stays refused is asked once more at most, and another refusal is the last word', async () => {
  const asked: string[] = []
  const results = await retryDependents(rules, async batch => {
    asked.push(batch.map(item => item.id).join(''))
    return new Map(batch.map(({ id }) => [id, id === '1' ? needed : id === '2' ? 'TERMINAL_NOT_CONNECTED' : null]))
  })
  expect(asked).toEqual(['123', '1'])
  expect(deployProgress(results, 3)).toEqual({ done: 1, refused: 2, total: 3 })
})
