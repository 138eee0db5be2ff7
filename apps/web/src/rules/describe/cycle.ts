import type { Translate } from '@steading/locales/text'
import { type CycleRule, type CycleBody, cycleToday, isWithoutBatch } from './cycleAge.ts'
import { writeDay } from '../../ui/moment/day.ts'
import { type DoublePoints, doubleAction, doubleWiring } from './double.ts'
import type { InterfaceLookup } from './interfaceLookup.ts'
import { type ProportionalPoints, proportionalAction, proportionalWiring } from './proportional.ts'
import { type ThermostatPoints, thermostatAction, thermostatWiring } from './thermostat.ts'

/** What is in force now, said as `acts` says it, and how it goes on. */
function ageSentences<P extends object>(body: CycleRule<P>, now: number, acts: (points: P) => string, t: Translate): string[] {
  const { preCycle, dayOne, lastDay } = body.inputs.cycle
  const { day, points } = cycleToday(body, now)
  const notYet = t('rule.cycle.notYet', { date: writeDay(preCycle.date, t) })
  const end = [
    t(body.inputs.interpolation === 'LINEAR' ? 'rule.cycle.linear' : 'rule.cycle.step'),
    t('rule.cycle.holds', { day: lastDay.day }),
  ]
  if (body.inputs.cycle.followsBatch === true && points !== null) {
    const today = isWithoutBatch(body) ? t('rule.cycle.noBatch') : t('rule.cycle.isDay', { day })
    return [`${today} ${acts(points)}`, t('rule.cycle.follows'), ...end]
  }
  const where = day < 1 ? t('rule.cycle.isBefore', { date: writeDay(dayOne.date, t) }) : t('rule.cycle.isDay', { day })
  return [...(points === null ? [notYet] : [`${where} ${acts(points)}`]), ...end, ...(points === null ? [] : [notYet])]
}

/** What a rule does whose set points follow the age of the animals, told on the day of `now`. */
export function cycleSentences(body: CycleBody, knownOf: InterfaceLookup, t: Translate, now: number): string[] {
  switch (body.template) {
    case 'CYCLE_THERMOSTAT': {
      const { inputs } = body
      return [
        ...ageSentences<ThermostatPoints>(body, now, points => thermostatAction(inputs.mode, points, t), t),
        ...thermostatWiring(inputs, knownOf, t),
      ]
    }
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return [
        ...ageSentences<DoublePoints>(body, now, points => doubleAction(points, t), t),
        ...doubleWiring(body.inputs, knownOf, t),
      ]
    case 'CYCLE_PROPORTIONAL': {
      const { inputs } = body
      return [
        ...ageSentences<ProportionalPoints>(body, now, points => proportionalAction(inputs.mode, points, t), t),
        ...proportionalWiring(inputs, knownOf, t),
      ]
    }
  }
}
