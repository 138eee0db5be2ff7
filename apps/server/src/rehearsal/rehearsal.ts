import type { DataType } from '@steading/contract/categories'
import type { Severity } from '@steading/contract/events'
import type { EventConfiguration, RuleDraft } from '@steading/contract/rule-drafts'
import { RuleBody } from '@steading/contract/rulebody'
import type { Asked } from '@steading/contract/route'
import type { rehearsal } from '@steading/contract/rehearsal'
import { readsOf, writesOf } from '@steading/rules/listeners'
import { audience, mustSeeUsers, named } from '../outbox/index.ts'
import type { Work } from '../platform/database/work.ts'
import { offsetsOf } from '../platform/offsets.ts'
import { assembleDraft, eventOf, visibleRule } from '../rules/index.ts'
import { depthOf, seenOf, sourcesOf, standsAt, versionInService } from './rehearsal.sql.ts'
import type { Source } from './rehearsal.sql.ts'
import type { Hearers, Version } from './run.ts'

export type Wish = Asked<(typeof rehearsal)['rehearse']>['body']

/** A version, whose events it opens where, and who hears of them. */
interface Candidate {
  readonly body: RuleBody
  readonly event: EventConfiguration | null
  readonly entityId: string
}

/** All that a rehearsal is about, whatever the time. */
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
 * The draft, and beside it the version of the rule that is in service.
 * @throws Failed with the fields that are wrong, NotFound
 */
export async function pieceOf(work: Work, { rule, ruleId }: Wish, now: number): Promise<Piece> {
  const { draft, deployed } = await candidates(work, rule, ruleId)
  const all = deployed ? [draft, deployed] : [draft]
  const reads = [...new Set(all.flatMap(({ body }) => readsOf(body)))]
  const writes = [...new Set(all.flatMap(({ body }) => writesOf(body)))]
  const sources = await sourcesOf(work, [...new Set([...reads, ...writes])])
  const people = peopleOf()
  const versions: Version[] = []
  for (const one of all)
    versions.push({ body: asOf(one.body, now - 90 * DAY, sources), ...(await hearersOf(work, one, people.number)) })
  const isGlobal = draft.body.template === 'CLOUD_ALARM'
  return { ruleId, isGlobal, versions, people: await people.shown(work), sources, reads, writes }
}

const DAY = 86_400_000

async function candidates(work: Work, rule: Wish['rule'], ruleId: string | null) {
  const { sectorId, ...rest } = rule
  const eventConfiguration = rule.eventConfiguration && { ...NAMELESS, ...rule.eventConfiguration }
  const wish = { ...rest, sectorId: sectorId ?? rule.rootEntityId, eventConfiguration } as RuleDraft // safe: what may be left out has a default, which assembleDraft fills in
  const { body, event } = await assembleDraft(work, wish, ruleId ?? '1')
  const row = ruleId === null ? null : await visibleRule(work, ruleId)
  const before = row && eventOf(row)
  await mustSeeUsers(work, toldBy(event), named(toldBy(before)), 'eventConfiguration.actionConfigurations')
  const draft: Candidate = { body, event, entityId: wish.sectorId }
  const running = row && (row.terminal_id === null ? (row.wanted ? row.body_version : null) : row.running_version)
  const version = row && running !== null ? await versionInService(work, row.id, running) : undefined
  const parsed = RuleBody.safeParse(version?.body)
  const deployed: Candidate | null =
    row && version && parsed.success
      ? { body: parsed.data, event: eventOf(version), entityId: row.sector_id ?? row.entity_id }
      : null
  return { draft, deployed }
}

/** What an event is called does not matter here. */
const NAMELESS = { title: '–', description: '', category: 'TECHNICAL', severityLevel: 'MAJOR' } as const

const toldBy = (event: EventConfiguration | null) => event?.actionConfigurations ?? []

/**
 * A body for readings from `from` (UTC ms) on: local time as it was then, and inputs as the platform knows them, which is told
 * only changes of some that a box itself reads all the time.
 */
function asOf(body: RuleBody, from: number, sources: readonly Source[]): RuleBody {
  const every = new Map(sources.map(one => [one.id, one.history === 'DIFFERENT_VALUES' ? 0 : one.every]))
  const interfaces = body.interfaces.map(one => ({ ...one, every: every.get(one.id) ?? one.every }))
  return 'offsets' in body ? { ...body, interfaces, offsets: offsetsOf(body.timeZone, from) } : { ...body, interfaces }
}

/** Who hears of events, wherever these stand, by steps up the list of people: also those whom the caller does not see. */
function hearersOf(
  work: Work,
  { body, event, entityId: own }: Candidate,
  number: Number,
): Promise<Pick<Version, 'hearers' | 'places'>> {
  return work.beyond(async whole => {
    if (!('event' in body)) return { hearers: [], places: {} }
    const severity: Severity = body.event.severityLevel
    const stands = await standsAt(whole, own, readsOf(body))
    const entities = [...new Set(stands.values())]
    const hearers: Hearers[][][] = []
    for (const entityId of entities) {
      const depth = await depthOf(whole, entityId)
      const steps: Hearers[][] = []
      for (let escalation = 0; escalation <= depth; escalation++) {
        const heard = await audience(whole, {
          ...{ entityId, eventId: null, severity, escalation },
          actions: event?.actionConfigurations ?? null,
        })
        steps.push(heard.map(({ to, ...channel }) => ({ ...channel, to: to.map(number) })))
      }
      hearers.push(steps)
    }
    return { hearers, places: Object.fromEntries([...stands].map(([id, at]) => [id, entities.indexOf(at)])) }
  })
}

type Number = (one: { readonly userId: string | null; readonly email: string }) => number

/** People by number; those with an account are named to who sees them. */
function peopleOf() {
  const found = new Map<string, { readonly number: number; readonly userId: string | null; readonly email: string }>()
  return {
    number: (({ userId, email }) => {
      const key = email.toLowerCase()
      const one = found.get(key) ?? { number: found.size, userId, email }
      found.set(key, one)
      return one.number
    }) satisfies Number,
    async shown(work: Work): Promise<(string | null)[]> {
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
