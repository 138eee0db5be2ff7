import { canonical } from '@steading/contract/box/messages'
import { EventConfiguration } from '@steading/contract/rules/drafts'
import { RuleBody } from '@steading/contract/rules/body'
import { systemActor } from '../../platform/actor.ts'
import { fieldChanges } from '../../platform/database/fieldChanges.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { Failed, Refused } from '../../platform/failures.ts'
import type { Part } from '../../platform/part.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import { zoneOffsets } from '../../platform/time/zoneOffsets.ts'
import type { World } from '../../platform/world.ts'
import { auditSnapshot } from '../authoring/auditSnapshot.ts'
import { connectRule, insertVersion, updateRule, versionOf } from '../authoring/authoring.sql.ts'
import { referencedInterfaces } from '../body.ts'
import { emitChanged, redeploy } from '../deployment/deploy.ts'
import type { Service } from '../deployment/deploy.ts'
import { lockRule, ruleById } from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'
import { fillFollowed } from './fillFollowed.ts'
import { followingInterfaces, followingRules } from './following.sql.ts'

const system = systemActor('rules')
/** Every rule is looked at this often: curves change, and the window of a long reference moves on. */
const CHECK_INTERVAL_MS = 5 * 60_000

/** A version of a rule, as it is stored. */
interface Version {
  readonly body: RuleBody
  readonly event: EventConfiguration | null
  readonly autoClose: boolean
}

/**
 * Keeps rules that follow the batch of their house, or the capacity of a silo, up to date: when a batch opens, closes or changes
 * its dates, a new version is stored and, of a rule in service, deployed. The state of the rule continues.
 */
export function createBatchFollower(world: World, service: Pick<Service, 'boxes'>): Part {
  const { db, bus, log, clock } = world
  /** Houses that changed since the last run. */
  const changed = new Set<string>()
  let checkedAt = -Infinity

  const run = async () => {
    const isComplete = clock.mono() - checkedAt >= CHECK_INTERVAL_MS
    const places = [...changed]
    changed.clear()
    if (!isComplete && places.length === 0) return
    try {
      const ids = await db.work(system, work => followingRules(work, isComplete ? null : places))
      for (const id of ids) await followAndReport(id)
    } catch (error) {
      for (const place of places) changed.add(place)
      throw error
    }
    if (isComplete) checkedAt = clock.mono()
  }

  /** A rule that its box or its schema refuses keeps its version; the others follow. */
  const followAndReport = async (id: string) => {
    try {
      await db.work(system, work => follow(work, id))
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Failed)) throw error
      log.error({ err: error, ruleId: id }, 'rule does not follow its batch, retrying with the next check')
    }
  }

  const follow = async (work: UnitOfWork, id: string): Promise<void> => {
    const row = await lockRule(work, id)
    if (!row) return
    const saved = savedVersion(row)
    const running = await runningVersion(work, row)
    const nextSaved = await followed(work, row, saved)
    if (!running) {
      if (!nextSaved) return
      const after = await store(work, row, nextSaved)
      if (row.desired) await redeploy(world, service, work, after)
      else emitChanged(world, work, after, after.deployment_status)
      return
    }
    // A draft waits beside the version in service: that one is deployed anew, and the draft stays the latest version.
    const nextRunning = await followed(work, row, running)
    let after = row
    if (nextRunning) {
      after = await store(work, row, nextRunning)
      await redeploy(world, service, work, after)
      after = orNotFound(await ruleById(work, id))
    }
    if (nextRunning || nextSaved) after = await store(work, after, nextSaved ?? saved)
    if (after !== row) emitChanged(world, work, after, after.deployment_status)
  }

  const task = createPeriodicTask(world, 'batch follower', CHECK_INTERVAL_MS, run)
  const note = (entityId: string) => {
    changed.add(entityId)
    task.wake()
  }
  bus.on('batch.changed', 'rules', ({ entityId }) => note(entityId))
  bus.on('interface.changed', 'rules', ({ entityId }) => note(entityId))
  return task
}

const savedVersion = (row: RuleRow): Version => ({
  body: RuleBody.parse(row.body),
  event: row.event === null ? null : EventConfiguration.parse(row.event),
  autoClose: row.auto_close,
})

/** The version that the box shall run, if it is not the saved one. */
async function runningVersion(work: UnitOfWork, row: RuleRow): Promise<Version | null> {
  const { id, terminal_id, desired, desired_version: version, body_version } = row
  if (terminal_id === null || !desired || version === null || version === body_version) return null
  const { body, event, autoClose } = orNotFound(await versionOf(work, id, version))
  return { body: RuleBody.parse(body), event: event === null ? null : EventConfiguration.parse(event), autoClose }
}

/** The version with what it follows now; null: nothing changed. */
async function followed(work: UnitOfWork, row: RuleRow, version: Version): Promise<Version | null> {
  const { body } = version
  const interfaces = await followingInterfaces(
    work,
    body.interfaces.map(({ id }) => id),
  )
  const inputs = await fillFollowed(work, { ...body.inputs }, { place: row.sector_id ?? row.entity_id, interfaces })
  if (canonical(inputs) === canonical(body.inputs)) return null
  return { ...version, body: RuleBody.parse({ ...body, inputs }) }
}

/** Stores a version as the next one of the rule. */
async function store(work: UnitOfWork, row: RuleRow, { body: content, event, autoClose }: Version): Promise<RuleRow> {
  const body: RuleBody = {
    ...content,
    version: row.body_version + 1,
    ...('offsets' in content && { offsets: zoneOffsets(content.timeZone, work.now.getTime()) }),
  }
  const was = await auditSnapshot(work, row)
  await updateRule(work, row, {
    displayName: row.display_name,
    entityId: row.entity_id,
    sectorId: row.sector_id,
    terminalId: row.terminal_id,
    showAllInterfaces: row.show_all_interfaces,
    autoClose,
    body,
    event,
  })
  await connectRule(work, body, referencedInterfaces({ inputs: { ...body.inputs } }))
  await insertVersion(work, row.id, null)
  const after = orNotFound(await ruleById(work, row.id))
  await work.audit({
    action: 'UPDATE',
    objectType: 'rule',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    changes: fieldChanges(was, await auditSnapshot(work, after)),
  })
  return after
}
