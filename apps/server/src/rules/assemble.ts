import { CATEGORIES, isCategory, isComparable } from '@steading/contract/categories'
import { EventConfiguration, RuleEvent } from '@steading/contract/rule-drafts'
import { KIND_OF } from '@steading/contract/rule-templates'
import type { Engine } from '@steading/contract/rule-templates'
import type { FieldProblem } from '@steading/contract/problem'
import type { RuleBody } from '@steading/contract/rulebody'
import { wallTime } from '@steading/contract/schedule'
import type { TemplateInput } from '@steading/contract/template-inputs'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { checked, Failed, invalid } from '../platform/failures.ts'
import { bodyOf, interfacesNamed } from './body.ts'
import { notOffered } from './fill.ts'
import { beyondDevices, beyondSensors, overBefore } from './range.ts'
import { placeFor, terminalFor, wiredBelow } from './rules.sql.ts'

/** What is said of a rule, before it is checked against what is there. */
export interface Said {
  readonly entityId: string
  /** Below the entity; its events belong to it. */
  readonly sectorId?: string | null
  /** The box that runs it; none: the platform does. */
  readonly terminalId?: string | null
  readonly template: Engine
  readonly inputs: Readonly<Record<string, unknown>>
  /** What an event is called and who hears of it, its severity, first status and delay. */
  readonly event?: Readonly<Record<string, unknown>> | undefined
  readonly autoClose?: boolean
  /** IANA zone of a global rule, left out: its entity's. A rule on a box lives in the box's. */
  readonly timeZone?: string
  /** What the template asks for, and of which boxes; left out: everything that the engine has, of any. */
  readonly asked?: { readonly inputs: readonly TemplateInput[]; readonly profiles: readonly string[] }
}

export interface Assembled {
  readonly body: RuleBody
  readonly event: EventConfiguration | null
  readonly named: ReturnType<typeof interfacesNamed>
}

/**
 * The body of a rule, with what it is called and who hears of it: its interfaces below its entity and within reach, those of a
 * rule on a box that box's own; `tried`: only to be played over the past.
 * @throws Failed with the fields that are wrong, NotFound for a place or a box out of reach
 */
export async function assemble(
  work: Work,
  rule: Said,
  as: { readonly id: string; readonly version: number; readonly tried?: boolean },
): Promise<Assembled> {
  const { entityId, sectorId = null, terminalId = null, template } = rule
  if (terminalId === null && KIND_OF[template] !== 'ALARM') throw invalid('terminalId', 'required')
  const place = await placeFor(work, entityId, sectorId)
  if (!place) throw invalid(sectorId === null ? 'rootEntityId' : 'sectorId', sectorId === null ? 'notFound' : 'notBelow')
  const terminal = terminalId === null ? null : found(await terminalFor(work, terminalId))
  // It runs nothing any more; what it said can still be tried on.
  if (terminal?.retiredAt && !as.tried) throw invalid('terminalId', 'boxRetired', { name: terminal.displayName })
  const { inputs: offered, profiles = [] } = rule.asked ?? {}
  if (terminal && profiles.length > 0 && !profiles.includes(terminal.profile)) throw invalid('terminalId', 'notListed')
  const settings = rule.event && checked(RuleEvent, rule.event, 'event')
  const inputs = settings ? repeated(rule.inputs, settings) : rule.inputs
  const named = interfacesNamed({ inputs })
  const ids = [...new Set([...named.IN, ...named.OUT])]
  const wired = ids.length === 0 ? [] : await wiredBelow(work, ids, entityId)
  const ours = wired.filter(one => terminal === null || (one.terminalId === terminal.id && one.operation === null))
  const missing = ids.find(id => !ours.some(one => one.id === id))
  if (missing !== undefined) throw invalid(fieldOf(inputs, missing), 'INTERFACE_NOT_LISTED', { id: missing })
  const body = bodyOf(
    {
      ...{ template, inputs },
      ...(rule.autoClose !== undefined && { autoClose: rule.autoClose }),
      event: settings && { severityLevel: settings.severityLevel, status: settings.status, ruleDelay: settings.ruleDelay },
    },
    { ...as, terminalId, timeZone: terminal?.timeZone ?? rule.timeZone ?? place.timeZone, now: work.now.getTime() },
    ours,
  )
  const choosable = ours.map(one => ({ ...one, kind: isCategory(one.category) ? CATEGORIES[one.category].kind : '' }))
  const strange = offered ? notOffered(offered, inputs, choosable) : []
  const wrong =
    strange.length > 0
      ? strange
      : [
          ...beyondDevices(body, ours),
          ...switchesNothing(body),
          ...comparesNothing(body, choosable),
          ...(as.tried ? [] : [...beyondSensors(body, ours), ...overBefore(body, work.now.getTime())]),
        ]
  if (wrong.length > 0) throw new Failed('INVALID_INPUT', wrong)
  return { body, named, event: settings ? checked(EventConfiguration, settings, 'event') : null }
}

/** Conditions on a device whose order, or whose answer, whoever runs the rule does not hear. */
const comparesNothing = (body: RuleBody, ours: readonly { id: string; terminalId: string; category: string }[]): FieldProblem[] =>
  body.template === 'CLOUD_ALARM' || body.template === 'ALARM_WITHOUT_ACTUATION' || body.template === 'ALARM_WITH_ACTUATION'
    ? body.inputs.lines.flatMap(({ interfaceId }, at) => {
        const found = ours.find(one => one.id === interfaceId)
        const isTold = !found || !isCategory(found.category) || isComparable(found.category, body.template !== 'CLOUD_ALARM')
        return isTold ? [] : [{ field: `inputs.lines.${at}.interfaceId`, code: 'notListed', values: {} }]
      })
    : []

/** One value for on and off would switch nothing. */
const switchesNothing = (body: RuleBody): FieldProblem[] =>
  body.template === 'ALARM_WITH_ACTUATION' && body.inputs.onValue === body.inputs.offValue
    ? [{ field: 'inputs.offValue', code: 'sameAsOn', values: {} }]
    : []

/** Lines without a repetition of their own have the event's. */
function repeated(inputs: Said['inputs'], { hasRepetitionTime, repetitionTime }: RuleEvent): Said['inputs'] {
  const { lines } = inputs
  if (!hasRepetitionTime || repetitionTime === null || !Array.isArray(lines)) return inputs
  const own = wallTime(repetitionTime).slice(0, 5)
  return { ...inputs, lines: lines.map((line: unknown) => (isRecord(line) ? { repetitionTime: own, ...line } : line)) }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Where the inputs name an interface. */
function fieldOf(inputs: Said['inputs'], id: string): string {
  for (const [name, value] of Object.entries(inputs)) {
    if (value === id) return `inputs.${name}`
    if (!Array.isArray(value)) continue
    const at = value.findIndex((one: unknown) => one === id || (isRecord(one) && one['interfaceId'] === id))
    if (at >= 0) return isRecord(value[at]) ? `inputs.${name}.${at}.interfaceId` : `inputs.${name}.${at}`
  }
  return 'inputs'
}
