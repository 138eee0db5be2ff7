import type { BulkResult, DeploymentStatus, RuleKind } from '@steading/contract/rules/rules'
import type { Refusal } from '@steading/contract/http/refusals'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { bodyHash } from '../../devices/index.ts'
import type { Devices } from '../../devices/index.ts'
import type { Outbox } from '../../outbox/index.ts'
import { leaveGroups } from '../../groups/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { NotFound, Refused, VersionConflict } from '../../platform/failures.ts'
import type { Wording } from '../../platform/text/wording.ts'
import type { World } from '../../platform/world.ts'
import { endGeneration } from '../evaluation/globalRules.sql.ts'
import { isPending, withRefusal, applyRequest } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { findOutputConflict } from './outputConflict.ts'
import { isExpired } from '../authoring/rangeChecks.ts'
import { deploymentOf, kindOf, visible } from '../rules.ts'
import { notifySilenced } from './silencedNotice.ts'
import {
  findDeletedInterface,
  lockOutputs,
  isRunning,
  lockBoxOrders,
  lockRule,
  needsOf,
  ruleById,
  setDeployment,
  setEnabled,
} from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    'rule.changed': {
      readonly ruleId: string
      readonly kind: RuleKind
      readonly entityId: string
      readonly deploymentStatus: DeploymentStatus
    }
    /** A global rule was deployed or undeployed. */
    'rule.global': { readonly ruleId: string }
  }
}

/** Services that deployment depends on. */
export interface Service {
  readonly boxes: Pick<Devices, 'reviseConfiguration' | 'checkConfigurationFits'>
  readonly post: Pick<Outbox, 'notify'>
}

type ChangeNotifier = Pick<World, 'bus' | 'config'>

export const emitChanged = (
  { bus }: Pick<World, 'bus'>,
  work: UnitOfWork,
  row: Pick<RuleRow, 'id' | 'kind' | 'entity_id'>,
  deploymentStatus: DeploymentStatus,
) =>
  work.afterCommit(() =>
    bus.emit('rule.changed', { ruleId: row.id, kind: kindOf(row), entityId: row.entity_id, deploymentStatus }),
  )

/**
 * Requests deployment or undeployment of a rule; `seen`: the version that the user saw.
 * @throws NotFound, VersionConflict, Refused; the rule then keeps its status
 */
export async function requestDeployment(
  world: ChangeNotifier,
  { boxes, post }: Service,
  work: UnitOfWork,
  id: string,
  desired: boolean,
  seen?: number,
): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (seen !== undefined && row.version !== seen) throw new VersionConflict()
  const never = desired ? await whyNever(work, row) : undefined
  if (!never && (await isAsDesired(work, row, desired))) return row
  if (!desired) await mustNotBeNeeded(work, id)
  if (never) await refuse(world, boxes, work, row, never)
  else if (row.terminal_id === null) await enable(world, work, row, desired)
  else await orderFromBox(world, boxes, work, row, desired)
  if (!desired && row.desired && row.kind === 'ALARM') await notifySilenced(post, work, row)
  await work.audit({
    action: desired ? 'DEPLOY' : 'UNDEPLOY',
    objectType: 'rule',
    objectId: id,
    objectName: row.display_name,
    entityId: row.entity_id,
  })
  return orNotFound(await ruleById(work, id))
}

/** Is the request without effect: the state is as requested, and nothing is pending or wrong? */
async function isAsDesired(work: UnitOfWork, row: RuleRow, desired: boolean): Promise<boolean> {
  const now = deploymentOf(row)
  if (row.terminal_id !== null)
    return isDeepStrictEqual(applyRequest(now, desired ? { hash: bodyHash(row.body) } : null, work.now), now)
  if (now.status !== (desired ? 'DEPLOYED' : 'UNDEPLOYED') || now.message !== null || now.wording !== null) return false
  return !desired || isRunning(work, row)
}

/** Why a deployed rule could do nothing at present. */
async function whyNever(work: UnitOfWork, row: RuleRow): Promise<Wording | undefined> {
  const deletedInterface = await findDeletedInterface(work, row.id)
  if (deletedInterface) return { key: 'deploy.message.interfaceGone', values: { name: deletedInterface.displayName } }
  return isExpired(row, work.now.getTime()) ? { key: 'deploy.message.over', values: {} } : undefined
}

async function mustNotBeNeeded(work: UnitOfWork, id: string) {
  await lockOutputs(work, id)
  if ((await needsOf(work, [id])).length > 0) throw new Refused('CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES')
}

/** Cancels a pending request: requests the state that the box last reported. A rule without a pending request stays as it is. */
export async function cancelRequest(world: Pick<World, 'bus'>, { boxes }: Pick<Service, 'boxes'>, work: UnitOfWork, id: string) {
  const row = visible(work.actor, await lockRule(work, id))
  const now = deploymentOf(row)
  if (!isPending(now.status)) return row
  const to = applyRequest(now, now.runningHash === null ? null : { hash: now.runningHash }, work.now)
  await send(world, boxes, work, row, to, row.running_version)
  await work.audit({
    action: to.desired ? 'DEPLOY' : 'UNDEPLOY',
    objectType: 'rule',
    objectId: id,
    objectName: row.display_name,
    entityId: row.entity_id,
  })
  return orNotFound(await ruleById(work, id))
}

/** Refuses a request without telling the box, which goes on with its version. */
async function refuse(world: Pick<World, 'bus'>, boxes: Service['boxes'], work: UnitOfWork, row: RuleRow, wording: Wording) {
  const now = deploymentOf(row)
  const to = withRefusal(now, wording)
  await send(world, boxes, work, row, to, row.running_version)
}

/** Stores a request. If it changes the rules of the box, a new revision tells the box, and its report is awaited. */
async function send(
  world: Pick<World, 'bus'>,
  boxes: Service['boxes'],
  work: UnitOfWork,
  row: RuleRow,
  to: Deployment,
  version: number | null,
) {
  const isNews = isPending(to.status) || to.desiredHash !== row.desired_hash
  const awaitedRev = row.terminal_id !== null && isNews ? await boxes.reviseConfiguration(work, row.terminal_id) : to.awaitedRev
  await setDeployment(work, row, { ...to, awaitedRev }, { wantedVersion: to.desired ? version : null })
  emitChanged(world, work, row, to.status)
}

async function enable(world: Pick<World, 'bus'>, work: UnitOfWork, row: RuleRow, desired: boolean) {
  await setEnabled(work, row, desired)
  // Undeployment ends the state of the rule; a new version continues with it if it can.
  if (!desired) await endGeneration(work, row.id)
  emitChanged(world, work, row, desired ? 'DEPLOYED' : 'UNDEPLOYED')
  work.afterCommit(() => world.bus.emit('rule.global', { ruleId: row.id }))
}

async function orderFromBox(
  world: Pick<World, 'bus'>,
  boxes: Service['boxes'],
  work: UnitOfWork,
  row: RuleRow,
  desired: boolean,
) {
  const now = deploymentOf(row)
  // Cancelling a request needs no connection: the box gets neither of both requests, or both.
  const takesBack = isPending(now.status) && now.desired !== desired && (desired || now.runningHash === null)
  if (!takesBack) mustBeReady(row)
  if (desired) await lockBoxOrders(work, row.terminal_id!)
  if (desired && (await findOutputConflict(work, row))) throw new Refused('RULE_OUTPUT_IN_USE')
  if (desired) await boxes.checkConfigurationFits(work, row.terminal_id!, { id: row.id, ver: row.body_version, body: row.body })
  const to = applyRequest(now, desired ? { hash: bodyHash(row.body) } : null, work.now)
  await send(world, boxes, work, row, to, row.body_version)
}

/**
 * Deploys the present version of a rule that is in service, as the platform does by itself: also to a box that is offline, which
 * gets it when it is back.
 * @throws Refused if the box has no room for it
 */
export async function redeploy(world: Pick<World, 'bus'>, { boxes }: Pick<Service, 'boxes'>, work: UnitOfWork, row: RuleRow) {
  if (row.terminal_id === null) await enable(world, work, row, true)
  else {
    await lockBoxOrders(work, row.terminal_id)
    await boxes.checkConfigurationFits(work, row.terminal_id, { id: row.id, ver: row.body_version, body: row.body })
    const to = applyRequest(deploymentOf(row), { hash: bodyHash(row.body) }, work.now)
    await send(world, boxes, work, row, to, row.body_version)
  }
  await work.audit({
    action: 'DEPLOY',
    objectType: 'rule',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
  })
}

function mustBeReady({ provisionStatus, connected, terminalRetiredAt }: RuleRow) {
  if (terminalRetiredAt !== null) throw new Refused('RULE_TERMINAL_RETIRED')
  if (provisionStatus === 'NOT_PROVISIONED') throw new Refused('TERMINAL_NOT_PROVISIONED')
  if (provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')
  if (!connected) throw new Refused('TERMINAL_NOT_CONNECTED')
}

export interface DeploymentRequests {
  readonly ids: readonly string[]
  readonly removeFromGroup?: boolean
  /** The version that the user saw, by rule. */
  readonly versions?: Readonly<Record<string, number>> | undefined
}

/** A request for one rule, which leaves its groups if asked for and the request succeeded. */
export async function requestSingleDeployment(
  world: ChangeNotifier,
  service: Service,
  work: UnitOfWork,
  {
    id,
    desired,
    removeFromGroup,
    seen,
  }: { readonly id: string; readonly desired: boolean; readonly removeFromGroup: boolean; readonly seen?: number | undefined },
): Promise<RuleRow> {
  const ordered = await requestDeployment(world, service, work, id, desired, seen)
  // A rule that could not be deployed is still switched with its groups.
  if (removeFromGroup && ordered.deployment_status !== 'ERROR') await leaveGroups(work, [id])
  return ordered
}

/**
 * Requests for several rules, each in its own transaction: a refusal does not stop the others. Rules that others of them depend
 * on are undeployed after those, whatever the order of the request.
 */
export async function requestDeployments(
  world: ChangeNotifier & Pick<World, 'db'>,
  service: Service,
  actor: Actor,
  { ids, removeFromGroup = false, versions }: DeploymentRequests,
  desired: boolean,
): Promise<z.infer<typeof BulkResult>> {
  const all = [...new Set(ids)]
  const results = new Map<string, Result>()
  const round = async (some: readonly string[]): Promise<string[]> => {
    const needed: string[] = []
    for (const id of some)
      try {
        const row = await world.db.work(actor, work =>
          requestSingleDeployment(world, service, work, { id, desired, removeFromGroup, seen: versions?.[id] }),
        )
        results.set(id, { id, deferredStatus: null, deploymentStatus: row.deployment_status })
      } catch (error) {
        if (error instanceof NotFound) results.set(id, { id, deferredStatus: 'NOT_FOUND', deploymentStatus: null })
        else if (error instanceof Refused && error.code === 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES') needed.push(id)
        else if (error instanceof Refused || error instanceof VersionConflict)
          results.set(id, await recordRefusal(world, actor, id, desired, error.code))
        else throw error
      }
    return needed
  }
  let left: readonly string[] = all
  for (let before = Infinity; left.length > 0 && left.length < before;) {
    before = left.length
    left = await round(left)
  }
  for (const id of left) results.set(id, await recordRefusal(world, actor, id, desired, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'))
  return all.flatMap(id => results.get(id) ?? [])
}

type Result = z.infer<typeof BulkResult>[number]
type RefusalCode = Refusal | VersionConflict['code']

const recordRefusal = (world: Pick<World, 'db'>, actor: Actor, id: string, desired: boolean, code: RefusalCode) =>
  world.db.work(actor, async work => {
    const row = orNotFound(await ruleById(work, id))
    await auditRefused(work, row, desired, code)
    return { id, deferredStatus: code, deploymentStatus: row.deployment_status }
  })

export const auditRefused = (work: UnitOfWork, row: RuleRow, desired: boolean, code: RefusalCode) =>
  work.audit({
    action: desired ? 'DEPLOY' : 'UNDEPLOY',
    objectType: 'rule',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    result: 'REFUSED',
    code,
  })
