import type { BulkResult, DeploymentStatus, RuleKind } from '@steading/contract/rules'
import type { Refusal } from '@steading/contract/refusals'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { bodyHash } from '../devices/index.ts'
import type { Devices } from '../devices/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { leaveGroups } from '../groups/index.ts'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { NotFound, Refused, VersionConflict } from '../platform/failures.ts'
import type { Wording } from '../platform/wording.ts'
import type { World } from '../platform/world.ts'
import { endTerm } from './global.sql.ts'
import { isPending, refused, wish } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { outputUser } from './outputUser.ts'
import { isOver } from './range.ts'
import { deploymentOf, kindOf, visible } from './rules.ts'
import { tellSilenced } from './silenced.ts'
import {
  goneInterface,
  holdOutputs,
  isRunning,
  lockBoxOrders,
  lockRule,
  needsOf,
  ruleById,
  setDeployment,
  setEnabled,
} from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    'rule.changed': {
      readonly ruleId: string
      readonly kind: RuleKind
      readonly entityId: string
      readonly deploymentStatus: DeploymentStatus
    }
    /** A global rule came into service, or left it. */
    'rule.global': { readonly ruleId: string }
  }
}

/** What putting rules in and out of service needs of others. */
export interface Service {
  readonly boxes: Pick<Devices, 'desire' | 'mustFit'>
  readonly post: Pick<Outbox, 'others'>
}

type Told = Pick<World, 'bus' | 'config'>

export const tellChanged = (
  { bus }: Pick<World, 'bus'>,
  work: Work,
  row: Pick<RuleRow, 'id' | 'kind' | 'entity_id'>,
  deploymentStatus: DeploymentStatus,
) =>
  work.afterCommit(() =>
    bus.emit('rule.changed', { ruleId: row.id, kind: kindOf(row), entityId: row.entity_id, deploymentStatus }),
  )

/**
 * A person wants the rule in service, or out of it; `seen` is the version that they looked at.
 * @throws NotFound, VersionConflict, Refused; the rule then keeps its status
 */
export async function order(
  world: Told,
  { boxes, post }: Service,
  work: Work,
  id: string,
  wanted: boolean,
  seen?: number,
): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (seen !== undefined && row.version !== seen) throw new VersionConflict()
  const never = wanted ? await whyNever(work, row) : undefined
  if (!never && (await isAsWanted(work, row, wanted))) return row
  if (!wanted) await mustNotBeNeeded(work, id)
  if (never) await refuse(world, boxes, work, row, never)
  else if (row.terminal_id === null) await enable(world, work, row, wanted)
  else await orderFromBox(world, boxes, work, row, wanted)
  if (!wanted && row.wanted && row.kind === 'ALARM') await tellSilenced(world, post, work, row)
  await work.audit({
    action: wanted ? 'DEPLOY' : 'UNDEPLOY',
    objectType: 'rule',
    objectId: id,
    objectName: row.display_name,
    entityId: row.entity_id,
  })
  return found(await ruleById(work, id))
}

/** Order without effect: the rule is in service in its present version, or out of it, and nothing is pending or wrong. */
async function isAsWanted(work: Work, row: RuleRow, wanted: boolean): Promise<boolean> {
  const now = deploymentOf(row)
  if (row.terminal_id !== null) return isDeepStrictEqual(wish(now, wanted ? { hash: bodyHash(row.body) } : null, work.now), now)
  if (now.status !== (wanted ? 'DEPLOYED' : 'UNDEPLOYED') || now.message !== null || now.wording !== null) return false
  return !wanted || isRunning(work, row)
}

/** Why it could do nothing in service, as it is now. */
async function whyNever(work: Work, row: RuleRow): Promise<Wording | undefined> {
  const gone = await goneInterface(work, row.id)
  if (gone) return { key: 'deploy.message.interfaceGone', values: { name: gone.displayName } }
  return isOver(row, work.now.getTime()) ? { key: 'deploy.message.over', values: {} } : undefined
}

async function mustNotBeNeeded(work: Work, id: string) {
  await holdOutputs(work, id)
  if ((await needsOf(work, [id])).length > 0) throw new Refused('CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES')
}

/** Takes a pending order back: what the box last reported is ordered again. A rule that waits for nothing stays as it is. */
export async function cancel(world: Pick<World, 'bus'>, { boxes }: Pick<Service, 'boxes'>, work: Work, id: string) {
  const row = visible(work.actor, await lockRule(work, id))
  const now = deploymentOf(row)
  if (!isPending(now.status)) return row
  const to = wish(now, now.runningHash === null ? null : { hash: now.runningHash }, work.now)
  await send(world, boxes, work, row, to, row.running_version)
  await work.audit({
    action: to.wanted ? 'DEPLOY' : 'UNDEPLOY',
    objectType: 'rule',
    objectId: id,
    objectName: row.display_name,
    entityId: row.entity_id,
  })
  return found(await ruleById(work, id))
}

/** The box hears nothing of it, and goes on with the version that it runs. */
async function refuse(world: Pick<World, 'bus'>, boxes: Service['boxes'], work: Work, row: RuleRow, wording: Wording) {
  const now = deploymentOf(row)
  const to = refused(now, wording)
  await send(world, boxes, work, row, to, row.running_version)
}

/** Writes an order down; where it changes what the box shall run, a new revision tells the box, and its report is awaited. */
async function send(
  world: Pick<World, 'bus'>,
  boxes: Service['boxes'],
  work: Work,
  row: RuleRow,
  to: Deployment,
  version: number | null,
) {
  const isNews = isPending(to.status) || to.wantedHash !== row.wanted_hash
  const awaitedRev = row.terminal_id !== null && isNews ? await boxes.desire(work, row.terminal_id) : to.awaitedRev
  await setDeployment(work, row, { ...to, awaitedRev }, { wantedVersion: to.wanted ? version : null })
  tellChanged(world, work, row, to.status)
}

async function enable(world: Pick<World, 'bus'>, work: Work, row: RuleRow, wanted: boolean) {
  await setEnabled(work, row, wanted)
  // Whatever it remembered ends with its service; another version goes on with it where it can.
  if (!wanted) await endTerm(work, row.id)
  tellChanged(world, work, row, wanted ? 'DEPLOYED' : 'UNDEPLOYED')
  work.afterCommit(() => world.bus.emit('rule.global', { ruleId: row.id }))
}

async function orderFromBox(world: Pick<World, 'bus'>, boxes: Service['boxes'], work: Work, row: RuleRow, wanted: boolean) {
  const now = deploymentOf(row)
  // Taking a pending order back needs no connected box: it has not heard of it, or will hear of both.
  const takesBack = isPending(now.status) && now.wanted !== wanted && (wanted || now.runningHash === null)
  if (!takesBack) mustBeReady(row)
  if (wanted) await lockBoxOrders(work, row.terminal_id!)
  if (wanted && (await outputUser(work, row))) throw new Refused('RULE_OUTPUT_IN_USE')
  if (wanted) await boxes.mustFit(work, row.terminal_id!, { id: row.id, ver: row.body_version, body: row.body })
  const to = wish(now, wanted ? { hash: bodyHash(row.body) } : null, work.now)
  await send(world, boxes, work, row, to, row.body_version)
}

function mustBeReady({ provisionStatus, connected, terminalRetiredAt }: RuleRow) {
  if (terminalRetiredAt !== null) throw new Refused('RULE_TERMINAL_RETIRED')
  if (provisionStatus === 'NOT_PROVISIONED') throw new Refused('TERMINAL_NOT_PROVISIONED')
  if (provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')
  if (!connected) throw new Refused('TERMINAL_NOT_CONNECTED')
}

export interface Orders {
  readonly ids: readonly string[]
  readonly removeFromGroup?: boolean
  /** By id, as it was seen. */
  readonly versions?: Readonly<Record<string, number>> | undefined
}

/** One rule by itself: it leaves its groups if that is said, and its order was taken. */
export async function orderAlone(
  world: Told,
  service: Service,
  work: Work,
  {
    id,
    wanted,
    removeFromGroup,
    seen,
  }: { readonly id: string; readonly wanted: boolean; readonly removeFromGroup: boolean; readonly seen?: number | undefined },
): Promise<RuleRow> {
  const ordered = await order(world, service, work, id, wanted, seen)
  // Whom nothing was ordered of, is still switched with the others.
  if (removeFromGroup && ordered.deployment_status !== 'ERROR') await leaveGroups(work, [id])
  return ordered
}

/**
 * Many at once, each in a transaction of its own: what is refused to one stops no other. What others of them need goes out of service
 * after those, whatever their order.
 */
export async function orderAll(
  world: Told & Pick<World, 'db'>,
  service: Service,
  actor: Actor,
  { ids, removeFromGroup = false, versions }: Orders,
  wanted: boolean,
): Promise<z.infer<typeof BulkResult>> {
  const all = [...new Set(ids)]
  const results = new Map<string, Result>()
  const round = async (some: readonly string[]): Promise<string[]> => {
    const needed: string[] = []
    for (const id of some)
      try {
        const row = await world.db.work(actor, work =>
          orderAlone(world, service, work, { id, wanted, removeFromGroup, seen: versions?.[id] }),
        )
        results.set(id, { id, deferredStatus: null, deploymentStatus: row.deployment_status as DeploymentStatus }) // safe: the column's check
      } catch (error) {
        if (error instanceof NotFound) results.set(id, { id, deferredStatus: 'NOT_FOUND', deploymentStatus: null })
        else if (error instanceof Refused && error.code === 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES') needed.push(id)
        else if (error instanceof Refused || error instanceof VersionConflict)
          results.set(id, await turnedAway(world, actor, id, wanted, error.code))
        else throw error
      }
    return needed
  }
  let left: readonly string[] = all
  for (let before = Infinity; left.length > 0 && left.length < before;) {
    before = left.length
    left = await round(left)
  }
  for (const id of left) results.set(id, await turnedAway(world, actor, id, wanted, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'))
  return all.flatMap(id => results.get(id) ?? [])
}

type Result = z.infer<typeof BulkResult>[number]
type TurnedAway = Refusal | VersionConflict['code']

const turnedAway = (world: Pick<World, 'db'>, actor: Actor, id: string, wanted: boolean, code: TurnedAway) =>
  world.db.work(actor, async work => {
    const row = found(await ruleById(work, id))
    await auditRefused(work, row, wanted, code)
    return { id, deferredStatus: code, deploymentStatus: row.deployment_status as DeploymentStatus } // safe: the column's check
  })

export const auditRefused = (work: Work, row: RuleRow, wanted: boolean, code: TurnedAway) =>
  work.audit({
    action: wanted ? 'DEPLOY' : 'UNDEPLOY',
    objectType: 'rule',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    result: 'REFUSED',
    code,
  })
