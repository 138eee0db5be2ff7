import { AlarmPlanContent, PLAN_CATEGORIES, PlanCategory } from '@steading/contract/protection/alarmPlan'
import type { AlarmPlan, PlanBattery, PlanContact, PlanGenerator } from '@steading/contract/protection/alarmPlan'
import { TestedThing } from '@steading/contract/protection/paths'
import type { TestIntervals } from '@steading/contract/protection/paths'
import { z } from 'zod'

/** The form of an alarm plan: instructions and intervals stand by their key, so that each has its entry. */
export const PlanFormValues = AlarmPlanContent.omit({ instructions: true, testIntervals: true }).extend({
  texts: z.record(PlanCategory, z.string().trim().max(600)),
  intervals: z.partialRecord(TestedThing, z.int().min(1).max(366).optional()),
  version: z.number(),
})
export type PlanFormValues = z.output<typeof PlanFormValues>

export const toFormValues = ({ own, version }: Pick<AlarmPlan, 'own' | 'version'>): PlanFormValues => {
  const { instructions, testIntervals, ...rest } = own
  const textOf = (category: (typeof PLAN_CATEGORIES)[number]) =>
    instructions.find(({ planCategory }) => planCategory === category)?.text ?? ''
  return {
    ...rest,
    texts: Object.fromEntries(PLAN_CATEGORIES.map(category => [category, textOf(category)])) as PlanFormValues['texts'], // safe: each category is there
    intervals: Object.fromEntries(testIntervals.map(({ path, days }) => [path, days])),
    version,
  }
}

export function toContent({ texts, intervals, ...rest }: Omit<PlanFormValues, 'version'>): AlarmPlanContent {
  return {
    ...rest,
    instructions: PLAN_CATEGORIES.flatMap(planCategory => {
      const text = texts[planCategory].trim()
      return text === '' ? [] : [{ planCategory, text }]
    }),
    testIntervals: TestedThing.options.flatMap((path): TestIntervals => {
      const days = intervals[path]
      return days === undefined ? [] : [{ path, days }]
    }),
  }
}

/** A field of the server's list of instructions or intervals, as the form calls it. */
export function fieldOf(field: string, values: PlanFormValues): string {
  const path = field.replace(/^content\./, '')
  const { instructions, testIntervals } = toContent(values)
  const instruction = instructions[Number(/^instructions\.(\d+)/.exec(path)?.[1])]
  if (instruction) return `texts.${instruction.planCategory}`
  const interval = testIntervals[Number(/^testIntervals\.(\d+)/.exec(path)?.[1])]
  return interval ? `intervals.${interval.path}` : path
}

export const newContact = (): PlanContact => ({ planRole: 'ELECTRICIAN', displayName: '', phone: '', note: '' })
export const newBattery = (): PlanBattery => ({ displayName: '', location: '', fitted: null, replaceBy: null })
export const newGenerator = (): PlanGenerator => ({
  make: '',
  powerKw: null,
  fuelKind: 'DIESEL',
  start: 'AUTOMATIC',
  location: '',
  serviceDue: null,
})
