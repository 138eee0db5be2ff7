import { CATEGORIES, isCategory, isComparable } from '@steading/contract/devices/categories'
import { EventConfiguration, RuleEvent } from '@steading/contract/rules/drafts'
import { KIND_OF } from '@steading/contract/rules/ruleTemplates'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { FieldProblem } from '@steading/contract/http/problem'
import type { RuleBody } from '@steading/contract/rules/body'
import { wallTime } from '@steading/contract/rules/schedule'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { parseOrFail, Failed, invalid } from '../../platform/failures.ts'
import { hasCurveReference } from '@steading/production/curves/curveReference'
import { isAlarmBody } from '@steading/rules/alarms/limits'
import { fillFollowed } from '../following/fillFollowed.ts'
import { createBody, referencedInterfaces } from '../body.ts'
import { findNotOffered } from './fillTemplate.ts'
import { findOutputViolations, findUnreachableLimits, findExpired } from './rangeChecks.ts'
import { placeFor, terminalFor, lockInterfacesBelow } from '../rules.sql.ts'

/** Content of a rule before it is validated. */
export interface RuleContent {
  readonly entityId: string
  /** A sector below the entity; its events belong to it. */
  readonly sectorId?: string | null
  /** The box that runs it; absent: the platform. */
  readonly terminalId?: string | null
  readonly template: Engine
  readonly inputs: Readonly<Record<string, unknown>>
  /** Title, recipients, severity, first status and delay of its events. */
  readonly event?: Readonly<Record<string, unknown>> | undefined
  readonly autoClose?: boolean
  /** IANA time zone of a global rule; absent: that of its entity. A rule on a box has the zone of the box. */
  readonly timeZone?: string
  /** Inputs and terminals that the template allows; absent: all inputs of the engine, of any terminal. */
  readonly asked?: { readonly inputs: readonly TemplateInput[]; readonly profiles: readonly string[] }
}

export interface AssembledRule {
  readonly body: RuleBody
  readonly event: EventConfiguration | null
  readonly named: ReturnType<typeof referencedInterfaces>
}

/**
 * Validates and assembles the body of a rule, with the title and recipients of its events. Its interfaces must be below its
 * entity and within the scope; those of a rule on a box belong to that box. `tried`: for a rehearsal only.
 * @throws Failed with the invalid fields, NotFound for an entity or a box out of scope
 */
export async function assembleRule(
  work: UnitOfWork,
  rule: RuleContent,
  as: { readonly id: string; readonly version: number; readonly tried?: boolean },
): Promise<AssembledRule> {
  const { entityId, sectorId = null, terminalId = null, template } = rule
  if (terminalId === null && KIND_OF[template] !== 'ALARM') throw invalid('terminalId', 'required')
  const place = await placeFor(work, entityId, sectorId)
  if (!place) throw invalid(sectorId === null ? 'rootEntityId' : 'sectorId', sectorId === null ? 'notFound' : 'notBelow')
  const terminal = terminalId === null ? null : orNotFound(await terminalFor(work, terminalId))
  // A retired box runs nothing any more; its history can still be rehearsed.
  if (terminal?.retiredAt && !as.tried) throw invalid('terminalId', 'boxRetired', { name: terminal.displayName })
  const { inputs: offered, profiles = [] } = rule.asked ?? {}
  if (terminal && profiles.length > 0 && !profiles.includes(terminal.profile)) throw invalid('terminalId', 'notListed')
  const settings = rule.event && parseOrFail(RuleEvent, rule.event, 'event')
  const entered = settings ? repeated(rule.inputs, settings) : rule.inputs
  const named = referencedInterfaces({ inputs: entered })
  const ids = [...new Set([...named.IN, ...named.OUT])]
  const wired = ids.length === 0 ? [] : await lockInterfacesBelow(work, ids, entityId)
  const ownInterfaces = wired.filter(found => terminal === null || (found.terminalId === terminal.id && found.operation === null))
  const missing = ids.find(id => !ownInterfaces.some(our => our.id === id))
  if (missing !== undefined) throw invalid(fieldOf(entered, missing), 'INTERFACE_NOT_LISTED', { id: missing })
  const inputs = await fillFollowed(work, entered, { place: sectorId ?? entityId, interfaces: ownInterfaces })
  const body = createBody(
    {
      template,
      inputs,
      ...(rule.autoClose !== undefined && { autoClose: rule.autoClose }),
      event: settings && { severityLevel: settings.severityLevel, status: settings.status, ruleDelay: settings.ruleDelay },
    },
    { ...as, terminalId, timeZone: terminal?.timeZone ?? rule.timeZone ?? place.timeZone, now: work.now.getTime() },
    ownInterfaces,
  )
  const choosable = ownInterfaces.map(our => ({ ...our, kind: isCategory(our.category) ? CATEGORIES[our.category].kind : '' }))
  const strange = offered ? findNotOffered(offered, inputs, choosable) : []
  const wrong =
    strange.length > 0
      ? strange
      : [
          ...findOutputViolations(body, ownInterfaces),
          ...switchesNothing(body),
          ...comparesNothing(body, choosable),
          ...followsNothing(body, choosable),
          ...(as.tried ? [] : [...findUnreachableLimits(body, ownInterfaces), ...findExpired(body, work.now.getTime())]),
        ]
  if (wrong.length > 0) throw new Failed('INVALID_INPUT', wrong)
  return { body, named, event: settings ? parseOrFail(EventConfiguration, settings, 'event') : null }
}

/** Conditions on a device whose commands or feedback the host of the rule does not receive. */
const comparesNothing = (body: RuleBody, ours: readonly { id: string; terminalId: string; category: string }[]): FieldProblem[] =>
  body.template === 'CLOUD_ALARM' || body.template === 'ALARM_WITHOUT_ACTUATION' || body.template === 'ALARM_WITH_ACTUATION'
    ? body.inputs.lines.flatMap(({ interfaceId }, at) => {
        const found = ours.find(our => our.id === interfaceId)
        const isTold = !found || !isCategory(found.category) || isComparable(found.category, body.template !== 'CLOUD_ALARM')
        return isTold ? [] : [{ field: `inputs.lines.${at}.interfaceId`, code: 'notListed', values: {} }]
      })
    : []

/** Conditions that follow the curve of the batch, which says nothing of their sensor. */
const followsNothing = (body: RuleBody, ours: readonly { id: string; category: string }[]): FieldProblem[] =>
  isAlarmBody(body)
    ? body.inputs.lines.flatMap(({ interfaceId, followsBatch }, at) => {
        const found = ours.find(our => our.id === interfaceId)
        return !followsBatch || !found || hasCurveReference(found.category)
          ? []
          : [{ field: `inputs.lines.${at}.followsBatch`, code: 'notListed', values: {} }]
      })
    : []

/** The same value for on and off would switch nothing. */
const switchesNothing = (body: RuleBody): FieldProblem[] =>
  body.template === 'ALARM_WITH_ACTUATION' && body.inputs.onValue === body.inputs.offValue
    ? [{ field: 'inputs.offValue', code: 'sameAsOn', values: {} }]
    : []

/** Conditions without a repetition of their own have that of the event. */
function repeated(inputs: RuleContent['inputs'], { hasRepetitionTime, repetitionTime }: RuleEvent): RuleContent['inputs'] {
  const { lines } = inputs
  if (!hasRepetitionTime || repetitionTime === null || !Array.isArray(lines)) return inputs
  const own = wallTime(repetitionTime).slice(0, 5)
  return { ...inputs, lines: lines.map((line: unknown) => (isRecord(line) ? { repetitionTime: own, ...line } : line)) }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Paths of the inputs that name an interface. */
function fieldOf(inputs: RuleContent['inputs'], id: string): string {
  for (const [name, value] of Object.entries(inputs)) {
    if (value === id) return `inputs.${name}`
    if (!Array.isArray(value)) continue
    const at = value.findIndex((one: unknown) => one === id || (isRecord(one) && one['interfaceId'] === id))
    if (at >= 0) return isRecord(value[at]) ? `inputs.${name}.${at}.interfaceId` : `inputs.${name}.${at}`
  }
  return 'inputs'
}
