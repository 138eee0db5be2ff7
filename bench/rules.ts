import { AlarmBody } from '@steading/contract/rules/body'
import { initial, step } from '@steading/rules/step'
import type { State } from '@steading/rules/state'
import type { Handler } from '../apps/server/src/readings/index.ts'
import { isGood } from '../apps/server/src/readings/index.ts'
import type { Box } from './data/barns.ts'

interface Rule {
  readonly body: AlarmBody
  readonly state: State
}
interface Watched {
  readonly interfaceId: string
  readonly rules: readonly Rule[]
}

/** So many alarm rules over each interface with a number, evaluated behind the journal in its order. */
export function rulesOver(boxes: readonly Box[], each: number, from: number) {
  const watched = new Map<number, Watched>()
  let steps = 0
  let id = 0
  const rule = (interfaceId: string, index: number): Rule => {
    const body = AlarmBody.parse({
      template: 'ALARM_WITHOUT_ACTUATION',
      id: String(++id),
      version: 1,
      timeZone: 'Europe/Lisbon',
      interfaces: [{ id: interfaceId, dataType: 'DECIMAL', kind: 'GAUGE' }],
      inputs: { lines: [{ interfaceId, logicOperator: 'GREATER', inputValue: 1e9 - index, permanenceTime: '00:10' }] },
      event: { severityLevel: 'MAJOR' },
    })
    return { body, state: initial(body, from) }
  }
  for (const interfaceId of boxes.flatMap(box => box.interfaceIds))
    watched.set(Number(interfaceId), { interfaceId, rules: Array.from({ length: each }, (_, index) => rule(interfaceId, index)) })

  const handler: Handler = async (_, { readings }) => {
    for (const reading of readings) {
      const over = watched.get(reading.interfaceId)
      if (!over || reading.value === null) continue
      const { ts, seq, value } = reading
      const input = { kind: 'READING', ts, seq, value, good: isGood(reading), interfaceId: over.interfaceId } as const
      for (const { body, state } of over.rules) step(body, state, input)
      steps += over.rules.length
    }
  }
  return { handler, steps: () => steps }
}
