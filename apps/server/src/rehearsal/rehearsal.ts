import type { DataType } from '@steading/contract/devices/categories'
import type { Severity } from '@steading/contract/events/events'
import type { EventConfiguration, RuleDraft } from '@steading/contract/rules/drafts'
import { RuleBody } from '@steading/contract/rules/body'
import type { Asked } from '@steading/contract/http/route'
import type { rehearsal } from '@steading/contract/rules/rehearsal'
import { readsOf, writesOf } from '@steading/rules/listeners'
import { resolveEventRecipients, assertUsersVisible, namedUsers } from '../outbox/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { zoneOffsets } from '../platform/time/zoneOffsets.ts'
import { assembleDraft, eventOf, visibleRule } from '../rules/index.ts'
import { depthOf, seenOf, sourcesOf, standsAt, versionInService } from './rehearsal.sql.ts'
import type { Source } from './rehearsal.sql.ts'
import type { Hearers, Version } from './run.ts'

export type Wish = Asked<(typeof rehearsal)['rehearse']>['body']

/** A version, with the entities and the recipients of its events. */
interface Candidate {
  readonly body: RuleBody
  readonly event: EventConfiguration | null
  readonly entityId: string
}

/** A rehearsal without its span. */
export interface Piece {
  readonly ruleId: string | null
  readonly isGlobal: boolean
  readonly versions: readonly Version[]
  readonly people: readonly (string | null)[]
  /** Inputs and outputs. */
  readonly sources: readonly Source[]
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/**
 * The draft, and the version of the rule that is in service.
 * @throws Failed with the invalid fields, NotFound
 */
export async function pieceOf(work: UnitOfWork, { rule, ruleId }: Wish, now: number): Promise<Piece> {
  const { draft, deployed } = await candidates(work, rule, ruleId)
  const all = deployed ? [draft, deployed] : [draft]
  const reads = [...new Set(all.flatMap(({ body }) => readsOf(body)))]
  const writes = [...new Set(all.flatMap(({ body }) => writesOf(body)))]
  const sources = await sourcesOf(work, [...new Set([...reads, ...writes])])
  const people = peopleOf()
  const versions: Version[] = []
  for (const candidate of all)
    versions.push({ body: asOf(candidate.body, now - 90 * DAY, sources), ...(await hearersOf(work, candidate, people.number)) })
  const isGlobal = draft.body.template === 'CLOUD_ALARM'
  return { ruleId, isGlobal, versions, people: await people.shown(work), sources, reads, writes }
}

const DAY = 86_400_000

async function candidates(work: UnitOfWork, rule: Wish['rule'], ruleId: string | null) {
  const { sectorId, ...rest } = rule
  const eventConfiguration = rule.eventConfiguration && { ...NAMELESS, ...rule.eventConfiguration }
  const wish = { ...rest, sectorId: sectorId ?? rule.rootEntityId, eventConfiguration } as RuleDraft // safe: what may be left out has a default, which assembleDraft fills in
  const { body, event } = await assembleDraft(work, wish, ruleId ?? '1')
  const row = ruleId === null ? null : await visibleRule(work, ruleId)
  const before = row && eventOf(row)
  await assertUsersVisible(work, toldBy(event), namedUsers(toldBy(before)), 'eventConfiguration.actionConfigurations')
  const draft: Candidate = { body, event, entityId: wish.sectorId }
  const running = row && (row.terminal_id === null ? (row.desired ? row.body_version : null) : row.running_version)
  const version = row && running !== null ? await versionInService(work, row.id, running) : undefined
  const parsed = RuleBody.safeParse(version?.body)
  const deployed: Candidate | null =
    row && version && parsed.success
      ? { body: parsed.data, event: eventOf(version), entityId: row.sector_id ?? row.entity_id }
      : null
  return { draft, deployed }
}

/** The title of events does not matter here. */
const NAMELESS = { title: '–', description: '', category: 'TECHNICAL', severityLevel: 'MAJOR' } as const

const toldBy = (event: EventConfiguration | null) => event?.actionConfigurations ?? []

/**
 * A body for readings from `from` (UTC ms) on: with the zone offsets of that time, and with inputs as the platform receives them,
 * which gets only changes of some that a box samples.
 */
function asOf(body: RuleBody, from: number, sources: readonly Source[]): RuleBody {
  const every = new Map(sources.map(source => [source.id, source.history === 'DIFFERENT_VALUES' ? 0 : source.every]))
  const interfaces = body.interfaces.map(item => ({ ...item, every: every.get(item.id) ?? item.every }))
  return 'offsets' in body ? { ...body, interfaces, offsets: zoneOffsets(body.timeZone, from) } : { ...body, interfaces }
}

/** Recipients of events for each entity, by escalation level; also those out of the caller's scope. */
function hearersOf(
  work: UnitOfWork,
  { body, event, entityId: own }: Candidate,
  number: Number,
): Promise<Pick<Version, 'hearers' | 'places'>> {
  return work.withSystemScope(async systemWork => {
    if (!('event' in body)) return { hearers: [], places: {} }
    const severity: Severity = body.event.severityLevel
    const stands = await standsAt(systemWork, own, readsOf(body))
    const entities = [...new Set(stands.values())]
    const hearers: Hearers[][][] = []
    for (const entityId of entities) {
      const depth = await depthOf(systemWork, entityId)
      const steps: Hearers[][] = []
      for (let escalation = 0; escalation <= depth; escalation++) {
        const recipients = await resolveEventRecipients(systemWork, {
          entityId,
          eventId: null,
          severity,
          escalation,
          actions: event?.actionConfigurations ?? null,
        })
        steps.push(recipients.map(({ to, ...channel }) => ({ ...channel, to: to.map(number) })))
      }
      hearers.push(steps)
    }
    return { hearers, places: Object.fromEntries([...stands].map(([id, at]) => [id, entities.indexOf(at)])) }
  })
}

type Number = (one: { readonly userId: string | null; readonly email: string }) => number

/** Recipients by index; users are named if the caller may see them. */
function peopleOf() {
  const found = new Map<string, { readonly number: number; readonly userId: string | null; readonly email: string }>()
  return {
    number: (({ userId, email }) => {
      const key = email.toLowerCase()
      const one = found.get(key) ?? { number: found.size, userId, email }
      found.set(key, one)
      return one.number
    }) satisfies Number,
    async shown(work: UnitOfWork): Promise<(string | null)[]> {
      const people = [...found.values()]
      const seen = await seenOf(
        work,
        people.flatMap(({ userId }) => userId ?? []),
      )
      return people.map(({ userId, email }) => (userId === null || seen.has(userId) ? email : null))
    },
  }
}

export const dataTypeOf = ({ dataType }: Source) => dataType as DataType // safe: the contract checked it before it was stored
