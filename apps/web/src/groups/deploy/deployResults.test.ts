import { expect, test } from 'vitest'
import { toDeployMessage } from './deployResults.ts'

const rule = (id: string) => ({ id, deploymentStatus: 'UNDEPLOYED' as const })

test('of each rule that was answered it is told how it went, what went wrong first', () => {
  const message = toDeployMessage({
    rules: ['1', '2', '3', '4'].map(rule),
    results: new Map([
      ['1', null],
      ['2', null],
      ['3', 'TERMINAL_NOT_CONNECTED'],
    ]),
    statuses: new Map([
      ['1', 'PENDING_DEPLOY'],
      ['2', 'ERROR'],
    ]),
  })
  expect(message.map(one => [one.rule.id, one.refused, one.status])).toEqual([
    ['3', 'TERMINAL_NOT_CONNECTED', 'UNDEPLOYED'],
    ['2', null, 'ERROR'],
    ['1', null, 'PENDING_DEPLOY'],
  ])
})
