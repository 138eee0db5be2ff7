import type { WeekLine } from '@steading/contract/rules/schedule'
import type { Translate } from '@steading/locales/text'
import { weekdaysWords } from '@steading/locales/weekdays'
import { slotTime } from '../../ui/week/slotTime.ts'
import type { InterfaceLookup } from './interfaceLookup.ts'
import { type SchedulerBody, type Slot, type Week, weeksByOutputs } from './schedulerWeeks.ts'
import { namesOf, settingWords } from './wiring.ts'

type FormatValue = (value: boolean | number) => string

/** What is set in a slot: "On", "On (Day light)". */
export const slotValue = ({ action, displayName }: Slot, say: FormatValue): string =>
  displayName ? `${say(action)} (${displayName})` : say(action)

const lineWords = ({ weekdays, intervals }: WeekLine<Slot>, fallback: boolean | number, say: FormatValue, t: Translate): string =>
  t('scheduler.line', {
    days: weekdaysWords(weekdays, t),
    slots: intervals.map(slot => t('scheduler.slot', { time: slotTime(slot, t), value: slotValue(slot, say) })).join(', '),
    value: say(fallback),
  })

/** A week in words, a sentence for the weekdays that are alike. */
export const weekWords = (
  { outputs, lines }: Week,
  fallback: boolean | number,
  knownOf: InterfaceLookup,
  t: Translate,
): string[] => lines.map(line => lineWords(line, fallback, value => settingWords(outputs, value, knownOf, t), t))

/** What a scheduler does; where devices differ, each week is said with those that it is for. */
export function scheduleSentences(body: SchedulerBody, knownOf: InterfaceLookup, t: Translate): string[] {
  const { inputs, timeZone, template } = body
  const weeks = weeksByOutputs(inputs)
  return [
    ...weeks.flatMap(week => {
      const words = weekWords(week, inputs.callbackValue, knownOf, t)
      return weeks.length > 1
        ? words.map(line => t('scheduler.lineFor', { devices: namesOf(week.outputs, knownOf), line }))
        : words
    }),
    t('rule.operates', { devices: namesOf(inputs.outputs, knownOf) }),
    t(template === 'FORCED_SCHEDULER' ? 'scheduler.insists' : 'scheduler.yields'),
    t('scheduler.clock', { timeZone }),
  ]
}
