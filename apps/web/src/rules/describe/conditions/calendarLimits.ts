import type { BodyOf, CyclicalLine } from '@steading/contract/rules/body'
import { operatorWords } from '@steading/locales/condition'
import type { Translate } from '@steading/locales/text'
import { dayOf, localOf } from '@steading/rules/values/localTime'
import { entryOf } from '@steading/rules/templates/cloud'
import { dateOf } from '../cycleAge.ts'
import { limitWords } from './condition.ts'
import { writeDay } from '../../../ui/moment/day.ts'
import type { InterfaceInfo } from '../interfaceLookup.ts'

/** The line of an alarm whose limit follows the calendar. */

type Offsets = BodyOf<'CLOUD_ALARM'>['offsets']

const dayAt = (offsets: Offsets, now: number): number => localOf(offsets, now).day

/** Why it is not watched, and until when or since when. */
export function unwatchedWords(line: CyclicalLine, offsets: Offsets, info: InterfaceInfo, now: number, t: Translate): string {
  const today = dayAt(offsets, now)
  if (today > dayOf(line.cycleEndDate)) return t('rule.watch.over', { sensor: info.name, date: writeDay(line.cycleEndDate, t) })
  const first = dayOf(line.cycleStartDate) + (line.cycle[0]?.day ?? 0)
  return t('rule.watch.notYet', { sensor: info.name, date: writeDay(dateOf(first), t) })
}

export interface LimitStep {
  readonly words: string
  /** It is in force. */
  readonly current: boolean
}

/** Every limit with the day from which on it holds. Of equal days the last one counts. */
export function limitSteps(
  line: CyclicalLine,
  offsets: Offsets,
  info: InterfaceInfo,
  now: number,
  t: Translate,
): readonly LimitStep[] {
  const current = line.cycle[entryOf(line, dayAt(offsets, now))]
  const end = writeDay(line.cycleEndDate, t)
  const steps = line.cycle.filter((entry, at, all) => all[at + 1]?.day !== entry.day)
  return steps.map((entry, at) => {
    const limit = limitWords({ ...line, inputValue: entry.action }, info, t)
    const values = {
      date: writeDay(dateOf(dayOf(line.cycleStartDate) + entry.day), t),
      end,
      limit: `${operatorWords(entry.logicOperator, t) ?? ''} ${limit}`,
    }
    return { words: t(at === steps.length - 1 ? 'rule.watch.lastStep' : 'rule.watch.step', values), current: entry === current }
  })
}
