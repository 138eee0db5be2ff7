import { RuleBody } from '@steading/contract/rules/body'
import { expect, it } from 'vitest'
import { warmUpDuration } from './lateData.ts'

const HOUR = 3_600_000

it.each(['ALARM_WITHOUT_ACTUATION', 'CLOUD_ALARM'])('%s looks as far back as its lines have to be met', template => {
  const line = { interfaceId: '11', logicOperator: 'GREATER', inputValue: 30 }
  const body = RuleBody.parse({
    id: '1',
    version: 1,
    timeZone: 'Europe/Lisbon',
    template,
    offsets: [{ from: 0, minutes: 0 }],
    interfaces: [{ id: '11', terminalId: '5', dataType: 'DECIMAL', kind: 'GAUGE' }],
    inputs: { lines: [line, { ...line, permanenceTime: '03:00' }] },
    event: { severityLevel: 'MAJOR' },
  })
  expect(warmUpDuration({ body })).toBe(3.5 * HOUR)
})
