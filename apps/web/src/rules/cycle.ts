import type { Translate } from '@steading/locales/text'
import { type Aging, type CycleBody, todayOf } from './age.ts'
import { dateWords } from './dates.ts'
import { type DoublePoints, doubleActs, doubleWorks } from './double.ts'
import type { KnownOf } from './known.ts'
import { type ProportionalPoints, proportionalActs, proportionalWorks } from './proportional.ts'
import { type ThermostatPoints, thermostatActs, thermostatWorks } from './thermostat.ts'

/** What is in force now, said as `acts` says it, and how it goes on. */
function ages<P extends object>(body: Aging<P>, now: number, acts: (points: P) => string, t: Translate): string[] {
  const { preCycle, dayOne, lastDay } = body.inputs.cycle
  const { day, points } = todayOf(body, now)
  const notYet = t('rule.cycle.notYet', { date: dateWords(preCycle.date, t) })
  const where = day < 1 ? t('rule.cycle.isBefore', { date: dateWords(dayOne.date, t) }) : t('rule.cycle.isDay', { day })
  return [
    ...(points === null ? [notYet] : [`${where} ${acts(points)}`]),
    t(body.inputs.interpolation === 'LINEAR' ? 'rule.cycle.linear' : 'rule.cycle.step'),
    t('rule.cycle.holds', { day: lastDay.day }),
    ...(points === null ? [] : [notYet]),
  ]
}

/** What a rule does whose set points follow the age of the animals, told on the day of `now`. */
export function cycleSentences(body: CycleBody, knownOf: KnownOf, t: Translate, now: number): string[] {
  switch (body.template) {
    case 'CYCLE_THERMOSTAT': {
      const { inputs } = body
      return [
        ...ages<ThermostatPoints>(body, now, points => thermostatActs(inputs.mode, points, t), t),
        ...thermostatWorks(inputs, knownOf, t),
      ]
    }
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return [...ages<DoublePoints>(body, now, points => doubleActs(points, t), t), ...doubleWorks(body.inputs, knownOf, t)]
    case 'CYCLE_PROPORTIONAL': {
      const { inputs } = body
      return [
        ...ages<ProportionalPoints>(body, now, points => proportionalActs(inputs.mode, points, t), t),
        ...proportionalWorks(inputs, knownOf, t),
      ]
    }
  }
}
