import type { RuleTemplate } from '@steading/contract/rules/body'
import type { TextKey } from './text.ts'

/** What each kind of rule is called. */
export const engineWords = {
  CYCLE_THERMOSTAT: 'rule.cycleThermostat',
  CYCLE_DOUBLE_THERMOSTAT: 'rule.cycleDoubleThermostat',
  CYCLE_PROPORTIONAL: 'rule.cycleProportional',
  THERMOSTAT: 'rule.thermostat',
  DOUBLE_THERMOSTAT: 'rule.doubleThermostat',
  PROPORTIONAL: 'rule.proportional',
  ALARM_WITHOUT_ACTUATION: 'rule.alarmOnly',
  ALARM_WITH_ACTUATION: 'rule.alarmWithActuation',
  CLOUD_ALARM: 'rule.cloudAlarm',
  SCHEDULER: 'scheduler.one',
  FORCED_SCHEDULER: 'scheduler.forcedOne',
} as const satisfies Record<RuleTemplate, TextKey>
