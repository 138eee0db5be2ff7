import type { AlarmLimit } from '@steading/contract/devices/interfaces'
import { RuleBody } from '@steading/contract/rules/body'
import { isAlarmBody, readingLimits } from '@steading/rules/alarms/limits'

/** The alarms that watch an interface: `bodies` of those in service, and their limits at `now` (UTC ms), equal ones once. */
export function alarmsOn(interfaceId: string, bodies: readonly unknown[], now: number) {
  const limits = new Map<string, AlarmLimit>()
  for (const body of bodies.map(one => RuleBody.parse(one)).filter(isAlarmBody))
    for (const { line, value } of readingLimits(body, now)) {
      const limit = { value, logicOperator: line.logicOperator, severityLevel: body.event.severityLevel }
      if (line.interfaceId === interfaceId) limits.set(JSON.stringify(limit), limit)
    }
  return { interfaceId, hasAlarms: bodies.length > 0, limits: [...limits.values()].toSorted((a, b) => a.value - b.value) }
}
