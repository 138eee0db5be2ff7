import type { RuleDraftInput } from '@steading/contract/rules/drafts'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { RuleDetails } from '@steading/contract/rules/rules'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { toCycleValues, withDayOne } from './cycleValues.ts'
import { type EventFormValues, emptyEvent, toEventValues, toEvent } from './eventForm.ts'
import { toLocalInputs, toUtcInputs } from './week/schedules.ts'

/** Form values by input id. */
export type Inputs = Readonly<Record<string, unknown>>

/** Values of the rule form. */
export interface RuleFormValues {
  displayName: string
  rootEntityId: string | null
  sectorId: string | null
  category: Engine | null
  templateId: string | null
  terminalId: string | null
  showAllInterfaces: boolean
  inputs: Inputs
  autoClose: boolean
  eventConfiguration: EventFormValues
}
export type Template = Pick<TemplateDetails, 'id' | 'category' | 'groups' | 'inputs' | 'hasEvent'>

export const isGlobal = (engine: Engine | null): boolean => engine === 'CLOUD_ALARM'

export const emptyValues = (rootEntityId: string | null): RuleFormValues => ({
  displayName: '',
  rootEntityId,
  sectorId: null,
  category: null,
  templateId: null,
  terminalId: null,
  showAllInterfaces: false,
  inputs: {},
  autoClose: true,
  eventConfiguration: emptyEvent(),
})

/** Changes the entity and clears everything that depends on it. */
export const withEntity = (values: RuleFormValues, rootEntityId: string | null): RuleFormValues => ({
  ...values,
  rootEntityId,
  sectorId: null,
  category: null,
  templateId: null,
  terminalId: null,
  inputs: {},
})

/** Changes the category and clears its template, and the terminal of a global rule. */
export const withCategory = (values: RuleFormValues, category: Engine | null): RuleFormValues => ({
  ...values,
  category,
  templateId: null,
  inputs: {},
  ...(isGlobal(category) && { terminalId: null }),
})

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether an input is shown: one that hangs on another only while that has its value. */
export const isShown = ({ when }: Pick<TemplateInput, 'when'>, inputs: Inputs): boolean =>
  when === undefined || inputs[when.input] === when.is

/** What an input of a new rule begins with; `dayOne` is the first day of a new cycle. */
export function initialInput(input: TemplateInput, dayOne: string): unknown {
  if (input.defaultValue !== undefined) return input.defaultValue
  if (input.type === 'CYCLEGROUP') return newCycle(input, dayOne)
  if (listTypes.has(input.type)) return []
  // What must be said is off until it is switched on; what may be left open is.
  return input.type === 'BOOLEAN' && input.required ? false : undefined
}
const listTypes: ReadonlySet<TemplateInput['type']> = new Set(['DROPGROUP', 'SCHEDULER', 'WEEKDAYS'])

const usualCycleDays = 35

/** The animals stay as long as broilers do. */
function newCycle({ inputs = [] }: TemplateInput, date: string) {
  const points = Object.fromEntries(inputs.map(({ id, defaultValue }) => [id, defaultValue]))
  return { preCycle: { date, ...points }, dayOne: { date, ...points }, days: [], lastDay: { day: usualCycleDays, ...points } }
}

/** A template was chosen: what its inputs begin with. */
export const withTemplate = (values: RuleFormValues, template: Template, dayOne: string): RuleFormValues => ({
  ...values,
  category: template.category.id,
  templateId: template.id,
  inputs: Object.fromEntries(template.inputs.map(input => [input.id, initialInput(input, dayOne)])),
})

/** Applies a fetched template, unless the entity or category changed while it was loading. */
export const withFetchedTemplate = (
  now: RuleFormValues,
  asked: RuleFormValues,
  template: Template,
  dayOne: string,
): RuleFormValues =>
  now.rootEntityId === asked.rootEntityId && now.category === asked.category ? withTemplate(now, template, dayOne) : now

/** Moves a cycle to the first day of another sector's batch if it still begins on the proposed day. */
export const withFirstDay = (values: RuleFormValues, from: string, to: string): RuleFormValues => ({
  ...values,
  inputs: Object.fromEntries(
    Object.entries(values.inputs).map(([id, value]) => {
      const cycle = toCycleValues(value)
      const isProposed = cycle.dayOne['date'] === from && cycle.preCycle['date'] === from
      return [id, isProposed ? withDayOne(cycle, to) : value]
    }),
  ),
})

/** A rule as it is. Lines of a global rule know the box of their interface. */
export function toFormValues(rule: RuleDetails): RuleFormValues {
  const boxes = new Map(rule.interfaces.map(iface => [iface.id, iface.terminal.id]))
  const filled = toLocalInputs(rule.inputs, rule.ruleTemplate.inputs)
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
    eventConfiguration: toEventValues(rule.eventConfiguration),
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
export const sentInputs = (inputs: Inputs, item: readonly TemplateInput[]) =>
  item.filter(input => isShown(input, inputs) && !isBlank(inputs[input.id])).map(({ id }) => ({ id, value: inputs[id] }))

/** Conditions without a repetition time of their own use that of the event. */
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

/** Draft of a rule with schedules in local time. Ids that were not chosen are '' and fail validation. */
export const toDraft = (values: RuleFormValues, template: Template | undefined): RuleDraftInput => ({
  displayName: values.displayName,
  rootEntityId: values.rootEntityId ?? '',
  sectorId: values.sectorId ?? '',
  templateId: values.templateId ?? '',
  terminalId: isGlobal(values.category) ? null : values.terminalId,
  showAllInterfaces: values.showAllInterfaces,
  inputs: template
    ? sentInputs(withRepetition(values.inputs, template.hasEvent && values.eventConfiguration.hasRepetitionTime), template.inputs)
    : [],
  autoClose: values.autoClose,
  // safe: what was left open is refused by the contract, at its field
  eventConfiguration: template?.hasEvent ? (toEvent(values.eventConfiguration) as RuleDraftInput['eventConfiguration']) : null,
})

/** The request body of a form in which nothing is wrong. */
export function toRequest(
  { values, template }: { values: RuleFormValues; template: Template },
  clock: { readonly timeZone: string; readonly offset: number },
): RuleDraftInput {
  const draft = toDraft(values, template)
  return { ...draft, inputs: toUtcInputs(draft.inputs, template.inputs, { timeZone: clock.timeZone, offset: clock.offset }) }
}
