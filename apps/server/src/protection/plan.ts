import { EMPTY_PLAN, PLAN_SECTIONS, PlanCategory } from '@steading/contract/protection/alarmPlan'
import type { AlarmPlan, AlarmPlanContent, PlanPerson, PlanSection, PlanStep } from '@steading/contract/protection/alarmPlan'
import { CHANNELS } from '@steading/contract/events/channels'
import type { Channel } from '@steading/contract/events/channels'
import { DANGER_SHARE, STEP_DELAY } from '@steading/contract/events/escalation'
import type { Escalation } from '@steading/contract/events/escalation'
import { estimateDanger } from '../danger/index.ts'
import { drillResultOf } from '../drills/index.ts'
import { isEntityInReach } from '../entities/index.ts'
import { escalationOf } from '../escalation/index.ts'
import { seesPeople } from '../platform/actor.ts'
import type { Config } from '../platform/config/config.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound, VersionConflict } from '../platform/failures.ts'
import { planDue } from './due.ts'
import { alarmedCategories, boxesOf, lastDrillAt, placeById, plansAbove, reachabilityOf, savePlan } from './plan.sql.ts'
import type { PlanLevel, Reachability } from './plan.sql.ts'

const isFilled = (value: AlarmPlanContent[PlanSection]) =>
  typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value !== null

/** The plan in force: each section from the nearest level that fills it. */
export function effectivePlan(entityId: string, levels: readonly PlanLevel[]): Pick<AlarmPlan, 'content' | 'inherited'> {
  const inherited: AlarmPlan['inherited'] = []
  const entries = PLAN_SECTIONS.map(section => {
    const level = levels.find(({ content }) => isFilled(content[section]))
    if (level && level.id !== entityId) inherited.push({ section, from: level.displayName })
    return [section, (level?.content ?? EMPTY_PLAN)[section]]
  })
  return { content: Object.fromEntries(entries) as AlarmPlanContent, inherited } // safe: every section is there
}

/** Channels that have a provider. */
const openChannels = (config: Config): Channel[] =>
  CHANNELS.filter(channel => (channel === 'MAIL' ? config.SMTP_URL : config[`${channel}_PROVIDER`]) !== undefined)

/** The alarm plan of a place, as the caller may see it. @throws NotFound */
export async function alarmPlanOf(work: UnitOfWork, entityId: string, config: Config): Promise<AlarmPlan> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  // System scope: plan, boxes and the farm may stand above the caller.
  const { levels, place, boxes } = await work.withSystemScope(async whole => ({
    levels: await plansAbove(whole, entityId),
    place: await placeById(whole, entityId),
    boxes: await boxesOf(whole, entityId),
  }))
  const own = levels[0]?.id === entityId ? levels[0] : undefined
  const { content, inherited } = effectivePlan(entityId, levels)
  const list = await escalationOf(work, entityId)
  const ids = [...list.people, ...list.levels.flatMap(({ people }) => people)].map(({ userId }) => userId)
  const known = seesPeople(work.actor) ? await reachabilityOf(work, ids) : new Map<string, Reachability>()
  const present = personPresenter(known, openChannels(config))
  const drill = await lastDrillAt(work, entityId)
  const categories = await alarmedCategories(work, entityId)
  const { timeZone, farmName, ...entity } = place
  return {
    entity,
    farmName,
    timeZone,
    own: own?.content ?? EMPTY_PLAN,
    content,
    inherited,
    steps: stepsOf(list, present),
    stepsOf: list.stepsOf?.displayName ?? null,
    onDuty: list.onDuty.map(present),
    danger: await estimateDanger(work, { entityId, ventilation: 'UNKNOWN' }),
    categories: PlanCategory.options.filter(category => categories.includes(category)),
    boxes,
    lastDrill: drill ? { id: drill.id, result: drillResultOf(drill.state), startedUtc: drill.startedAt.toISOString() } : null,
    due: planDue(content, work.now, timeZone),
    version: own?.version ?? 0,
  }
}

type PresentPerson = (person: Escalation['people'][number]) => PlanPerson

const personPresenter =
  (known: ReadonlyMap<string, Reachability>, open: readonly Channel[]): PresentPerson =>
  ({ userId, shortName }) => {
    const person = known.get(userId)
    const isReachable = (channel: Channel) => channel === 'MAIL' || person?.phone != null
    return {
      userId,
      shortName,
      phone: person?.phone ?? null,
      channels: person ? open.filter(channel => isReachable(channel) && !person.unwanted.includes(channel)) : [],
    }
  }

function stepsOf({ steps, levels, people }: Escalation, present: PresentPerson): PlanStep[] {
  if (steps.length === 0)
    return levels.map(level => ({
      people: level.people.map(present),
      onDuty: false,
      hidden: 0,
      delay: STEP_DELAY,
      dangerShare: DANGER_SHARE,
    }))
  return steps.map(({ userIds, onDuty, delay, dangerShare }) => {
    const named = userIds.flatMap(id => people.find(person => person.userId === id) ?? [])
    return { people: named.map(present), onDuty, hidden: userIds.length - named.length, delay, dangerShare }
  })
}

/** @throws NotFound, VersionConflict */
export async function editPlan(
  work: UnitOfWork,
  entityId: string,
  content: AlarmPlanContent,
  { version, config }: { readonly version: number; readonly config: Config },
): Promise<AlarmPlan> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  const [levels, { displayName }] = await work.withSystemScope(async whole => [
    await plansAbove(whole, entityId),
    await placeById(whole, entityId),
  ])
  const own = levels[0]?.id === entityId ? levels[0] : undefined
  if ((own?.version ?? 0) !== version) throw new VersionConflict()
  const changes = fieldChanges(own?.content ?? EMPTY_PLAN, content)
  if (changes.length > 0) {
    if (!(await savePlan(work, entityId, content, version))) throw new VersionConflict()
    await work.audit({
      action: 'UPDATE',
      objectType: 'alarmPlan',
      objectId: entityId,
      objectName: displayName,
      entityId,
      changes,
    })
  }
  return alarmPlanOf(work, entityId, config)
}
