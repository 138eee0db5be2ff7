import type { Fault } from '@steading/rules/effects'
import type { Entry } from '../rehearsal.ts'
import { checkAlarm } from './alarm.ts'
import type { Standing } from './events.ts'
import { checkControl } from './control.ts'
import { checkActuation, checkSchedule } from './schedule.ts'
import { isAlarm } from './lines.ts'
import { livesOf } from './lives.ts'
import type { Life } from './lives.ts'
import { walk } from './walk.ts'

/** Whether what a rule did keeps the invariants, by its whole history. It shares nothing with the engine that decides. */
export function judge(log: readonly Entry[]): string[] {
  let event: Standing | null = null
  return livesOf(log).flatMap(life => {
    const before = life.heir ? event : null
    const first = life.entries.find(entry => entry.kind === 'input')
    event = before
    if (first?.kind !== 'input') return []
    if (!isAlarm(first.body)) return [...checkFaults(life), ...checkControl(life), ...checkSchedule(life)]
    const { wrong, active, standing } = checkAlarm(life, before)
    event = standing
    return [...checkFaults(life), ...wrong, ...checkActuation(life, active, before)]
  })
}

/** I5: every input that is lost is told of once, at its instant; none that is not. */
function checkFaults(life: Life): string[] {
  const found: Fault[] = []
  const losses = walk(life, {
    effect: ({ effect }) => {
      if (effect.kind === 'FAULT' && effect.reason !== 'UNWRITTEN') found.push(effect)
    },
  })
  const expected = losses.map(loss => `${Math.floor(loss.ts)} ${loss.id} ${loss.reason}`).toSorted()
  const reported = found.map(fault => `${Math.floor(fault.ts)} ${fault.interfaceId} ${fault.reason}`).toSorted()
  for (let k = 0; k < Math.max(expected.length, reported.length); k++)
    if (expected[k] !== reported[k]) return [`I5 a loss: wanted ${expected[k]}, told ${reported[k]}`]
  return []
}
