import type { Rule } from '@steading/contract/rules/rules'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { exportRows } from './exportRows.ts'

const rule: Pick<
  Rule,
  | 'id'
  | 'displayName'
  | 'kind'
  | 'sector'
  | 'rootEntity'
  | 'template'
  | 'terminal'
  | 'ruleVersion'
  | 'deploymentStatus'
  | 'lastUpdateTimestampUtc'
> = {
  id: '7',
  displayName: 'Night lights',
  kind: 'SCHEDULER',
  template: 'SCHEDULER',
  terminal: null,
  ruleVersion: 3,
  sector: null,
  rootEntity: { id: '2', name: 'Paul', displayName: 'Paul', type: 'FARM' },
  deploymentStatus: 'DEPLOYED',
  lastUpdateTimestampUtc: '2026-05-04T02:04:12.000Z',
}

test('a file of rules says in words what the list shows', async () => {
  // safe: all that a row reads
  const [head, row] = exportRows([rule as Rule], await translator('en-US'), 'Europe/Lisbon')
  expect(row).toHaveLength(head!.length)
  expect(row).toEqual([
    7,
    'Night lights',
    'Schedule',
    'Paul',
    'Schedule',
    expect.any(String),
    3,
    'In service',
    '04-05-2026 03:04:12 +01:00',
  ])
})
