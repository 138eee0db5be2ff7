import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { chartLimits } from './limits.ts'

const t = await translator('en-US')
const item = { unit: '°C', decimals: 1 } as const

test('names a limit with its side, value and unit', () => {
  const [limit] = chartLimits(item, [{ value: 30, logicOperator: 'GREATER_EQUAL', severityLevel: 'MAJOR' }], t)
  expect(limit).toMatchObject({ value: 30, side: 'above', tone: 'major' })
  expect(limit?.words).toContain('30.0\u00a0°C')
})

test('shows a limit with all its decimals', () => {
  const [limit] = chartLimits(item, [{ value: 21.18, logicOperator: 'GREATER', severityLevel: 'MAJOR' }], t)
  expect(limit?.words).toContain('21.18\u00a0°C')
})

test('shows equal limits once, in the tone of the worst', () => {
  const limits = chartLimits(
    item,
    [
      { value: 30, logicOperator: 'GREATER', severityLevel: 'LOW' },
      { value: 30, logicOperator: 'GREATER', severityLevel: 'CRITICAL' },
      { value: 30, logicOperator: 'LESS', severityLevel: 'LOW' },
    ],
    t,
  )
  expect(limits.map(({ side, tone }) => [side, tone])).toEqual([
    ['above', 'critical'],
    ['below', 'ink-3'],
  ])
})

test('a condition without an order has no side', () => {
  const [limit] = chartLimits(item, [{ value: 0, logicOperator: 'NOT_EQUAL', severityLevel: 'LOW' }], t)
  expect(limit).not.toHaveProperty('side')
})
