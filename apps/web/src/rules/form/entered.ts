import type { RuleDraftInput } from '@steading/contract/rule-drafts'
import type { Engine } from '@steading/contract/rule-templates'
import type { RuleDetails } from '@steading/contract/rules'
import type { TemplateInput } from '@steading/contract/template-inputs'
import type { TemplateDetails } from '@steading/contract/templates'
import { cycleIn, dayOneMoved } from '../ages/edit.ts'
import { type EnteredEvent, blankEvent, enteredEvent, eventOf } from './event.ts'
import { filledIn } from './schedules.ts'

/** What was filled in, by the id of the input. */
export type Inputs = Readonly<Record<string, unknown>>

/** A rule as its form holds it while it is filled in. */
export interface Entered {
  displayName: string
  rootEntityId: string | null
  sectorId: string | null
  category: Engine | null
  templateId: string | null
  terminalId: string | null
  showAllInterfaces: boolean
  inputs: Inputs
  autoClose: boolean
  eventConfiguration: EnteredEvent
}
export type Template = Pick<TemplateDetails, 'id' | 'category' | 'groups' | 'inputs' | 'hasEvent'>

export const isGlobal = (engine: Engine | null): boolean => engine === 'CLOUD_ALARM'

export const blank = (rootEntityId: string | null): Entered => ({
  displayName: '',
  rootEntityId,
  sectorId: null,
  category: null,
  templateId: null,
  terminalId: null,
  showAllInterfaces: false,
  inputs: {},
  autoClose: true,
  eventConfiguration: blankEvent(),
})

/** Another entity: what belonged to the one before goes. */
export const atEntity = (of: Entered, rootEntityId: string | null): Entered => ({
  ...of,
  rootEntityId,
  sectorId: null,
  category: null,
  templateId: null,
  terminalId: null,
  inputs: {},
})

/** Another category: its template is to be chosen anew, and a box that runs it. */
export const ofCategory = (of: Entered, category: Engine | null): Entered => ({
  ...of,
  category,
  templateId: null,
  inputs: {},
  ...(isGlobal(category) && { terminalId: null }),
})

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether an input is shown: one that hangs on another only while that has its value. */
export const isShown = ({ when }: Pick<TemplateInput, 'when'>, inputs: Inputs): boolean =>
  when === undefined || inputs[when.input] === when.is

/** What an input of a new rule begins with; `dayOne` is the first day of a new cycle. */
export function beginning(input: TemplateInput, dayOne: string): unknown {
  if (input.defaultValue !== undefined) return input.defaultValue
  if (input.type === 'CYCLEGROUP') return newCycle(input, dayOne)
  if (lists.has(input.type)) return []
  // What must be said is off until it is switched on; what may be left open is.
  return input.type === 'BOOLEAN' && input.required ? false : undefined
}
const lists: ReadonlySet<TemplateInput['type']> = new Set(['DROPGROUP', 'SCHEDULER', 'WEEKDAYS'])

const usualLength = 35

/** The animals stay as long as broilers do. */
function newCycle({ inputs = [] }: TemplateInput, date: string) {
  const points = Object.fromEntries(inputs.map(({ id, defaultValue }) => [id, defaultValue]))
  return { preCycle: { date, ...points }, dayOne: { date, ...points }, days: [], lastDay: { day: usualLength, ...points } }
}

/** A template was chosen: what its inputs begin with. */
export const withTemplate = (of: Entered, template: Template, dayOne: string): Entered => ({
  ...of,
  category: template.category.id,
  templateId: template.id,
  inputs: Object.fromEntries(template.inputs.map(input => [input.id, beginning(input, dayOne)])),
})

/** The template that was asked for has come: what was filled in meanwhile stays, and another place or category wants another. */
export const onceFetched = (now: Entered, asked: Entered, template: Template, dayOne: string): Entered =>
  now.rootEntityId === asked.rootEntityId && now.category === asked.category ? withTemplate(now, template, dayOne) : now

/** Another house: a cycle that still begins on the day proposed for the one before begins on the day of this one's batch. */
export const withFirstDay = (of: Entered, from: string, to: string): Entered => ({
  ...of,
  inputs: Object.fromEntries(
    Object.entries(of.inputs).map(([id, value]) => {
      const cycle = cycleIn(value)
      const isProposed = cycle.dayOne['date'] === from && cycle.preCycle['date'] === from
      return [id, isProposed ? dayOneMoved(cycle, to) : value]
    }),
  ),
})

/** A rule as it is. Lines of a global rule know the box of their interface. */
export function enteredOf(rule: RuleDetails): Entered {
  const boxes = new Map(rule.interfaces.map(one => [one.id, one.terminal.id]))
  const filled = filledIn(rule.inputs, rule.ruleTemplate.inputs)
  const missing = rule.ruleTemplate.inputs.filter(({ id }) => !(id in filled))
  return {
    displayName: rule.displayName,
    rootEntityId: rule.rootEntity.id,
    sectorId: rule.sector?.id ?? null,
    category: rule.template,
    templateId: rule.ruleTemplate.id,
    terminalId: rule.terminal?.id ?? null,
    showAllInterfaces: rule.showAllInterfaces,
    inputs: {
      ...Object.fromEntries(missing.map(({ id, defaultValue }) => [id, defaultValue])),
      ...filled,
      ...(isGlobal(rule.template) && { lines: withBoxes(filled['lines'], boxes) }),
    },
    autoClose: rule.autoClose,
    eventConfiguration: enteredEvent(rule.eventConfiguration),
  }
}

const withBoxes = (lines: unknown, boxes: ReadonlyMap<string, string>): unknown =>
  Array.isArray(lines)
    ? lines.map((line: { readonly interfaceId?: string; readonly terminalId?: string }) => ({
        ...line,
        terminalId: line.terminalId ?? boxes.get(line.interfaceId ?? ''),
      }))
    : lines

/** The inputs as they travel: those that are shown and filled in. */
export const inputsOf = (inputs: Inputs, of: readonly TemplateInput[]) =>
  of.filter(input => isShown(input, inputs) && !isEmpty(inputs[input.id])).map(({ id }) => ({ id, value: inputs[id] }))

/** Conditions that say nothing of their own are told again as often as their event. */
const withRepetition = (inputs: Inputs, repeats: boolean): Inputs =>
  repeats && Array.isArray(inputs['lines'])
    ? {
        ...inputs,
        lines: inputs['lines'].map((line: { readonly repetitionTime?: string }) => {
          const { repetitionTime, ...rest } = line
          return repetitionTime === '00:00' ? rest : line
        }),
      }
    : inputs

/** What is to be sent, schedules by the clock of the box; ids that were not chosen are '' and refused. */
export const draftOf = (of: Entered, template: Template | undefined): RuleDraftInput => ({
  displayName: of.displayName,
  rootEntityId: of.rootEntityId ?? '',
  sectorId: of.sectorId ?? '',
  templateId: of.templateId ?? '',
  terminalId: isGlobal(of.category) ? null : of.terminalId,
  showAllInterfaces: of.showAllInterfaces,
  inputs: template
    ? inputsOf(withRepetition(of.inputs, template.hasEvent && of.eventConfiguration.hasRepetitionTime), template.inputs)
    : [],
  autoClose: of.autoClose,
  // safe: what was left open is refused by the contract, at its field
  eventConfiguration: template?.hasEvent ? (eventOf(of.eventConfiguration) as RuleDraftInput['eventConfiguration']) : null,
})
