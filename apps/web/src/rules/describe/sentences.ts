import type { RuleBody } from '@steading/contract/rules/body'
import type { Translate } from '@steading/locales/text'
import { actuationSentences } from './actuation.ts'
import { cycleSentences } from './cycle.ts'
import { doubleSentences } from './double.ts'
import type { InterfaceLookup } from './interfaceLookup.ts'
import { proportionalSentences } from './proportional.ts'
import { scheduleSentences } from './schedule.ts'
import { thermostatSentences } from './thermostat.ts'

/**
 * What a rule does, one sentence after the other, told at `now` (ms UTC). The conditions of an alarm are lines of their own
 * (lines.ts): here stands only what it does to devices.
 */
export function sentencesOf(body: RuleBody, knownOf: InterfaceLookup, t: Translate, now: number): readonly string[] {
  switch (body.template) {
    case 'THERMOSTAT':
      return thermostatSentences(body, knownOf, t)
    case 'DOUBLE_THERMOSTAT':
      return doubleSentences(body, knownOf, t)
    case 'PROPORTIONAL':
      return proportionalSentences(body, knownOf, t)
    case 'CYCLE_THERMOSTAT':
    case 'CYCLE_DOUBLE_THERMOSTAT':
    case 'CYCLE_PROPORTIONAL':
      return cycleSentences(body, knownOf, t, now)
    case 'ALARM_WITH_ACTUATION':
      return actuationSentences(body, knownOf, t)
    case 'ALARM_WITHOUT_ACTUATION':
    case 'CLOUD_ALARM':
      return []
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER':
      return scheduleSentences(body, knownOf, t)
  }
}
