import type { WeekLine } from '@steading/contract/schedule'
import type { Translate } from '@steading/locales/text'
import { weekdaysWords } from '@steading/locales/weekdays'
import type { KnownOf } from './known.ts'
import { type SchedulerBody, type Slot, type Week, weeksOf } from './week.ts'
import { namesOf, settingOf } from './wiring.ts'

const clockWords = (time: string): string => time.replace(/:00$/, '')

/** "06:00–21:59:59", with its last second as it was entered. */
export const slotTime = ({ startTime, endTime }: Pick<Slot, 'startTime' | 'endTime'>, t: Translate): string =>
  startTime === '00:00:00' && endTime === '23:59:59' ? t('scheduler.allDay') : `${clockWords(startTime)}–${clockWords(endTime)}`

type Say = (value: boolean | number) => string

/** What is set in a slot: "On", "On (Day light)". */
export const slotValue = ({ action, displayName }: Slot, say: Say): string =>
  displayName ? `${say(action)} (${displayName})` : say(action)

const lineWords = ({ weekdays, intervals }: WeekLine<Slot>, otherwise: boolean | number, say: Say, t: Translate): string =>
  t('scheduler.line', {
    days: weekdaysWords(weekdays, t),
    slots: intervals.map(slot => t('scheduler.slot', { time: slotTime(slot, t), value: slotValue(slot, say) })).join(', '),
    value: say(otherwise),
  })

/** A week in words, a sentence for the weekdays that are alike. */
export const weekWords = ({ outputs, lines }: Week, otherwise: boolean | number, knownOf: KnownOf, t: Translate): string[] =>
  lines.map(line => lineWords(line, otherwise, value => settingOf(outputs, value, knownOf, t), t))

/** What a scheduler does; where devices differ, each week is said with those that it is for. */
export function scheduleSentences(body: SchedulerBody, knownOf: KnownOf, t: Translate): string[] {
  const { inputs, timeZone, template } = body
  const weeks = weeksOf(inputs)
  return [
    ...weeks.flatMap(week => {
      const said = weekWords(week, inputs.callbackValue, knownOf, t)
      return weeks.length > 1 ? said.map(line => t('scheduler.lineFor', { devices: namesOf(week.outputs, knownOf), line })) : said
    }),
    t('rule.operates', { devices: namesOf(inputs.outputs, knownOf) }),
    t(template === 'FORCED_SCHEDULER' ? 'scheduler.insists' : 'scheduler.yields'),
    t('scheduler.clock', { timeZone }),
  ]
}
