import { DisplayName } from '@steading/contract/fields'
import { KIND_OF } from '@steading/contract/rule-templates'
import { EventConfiguration } from '@steading/contract/rules'
import { bodyHash } from '../devices/index.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { made } from '../platform/differences.ts'
import { checked, invalid } from '../platform/failures.ts'
import { bodyOf, interfacesNamed } from './body.ts'
import type { Wish } from './body.ts'
import { wish } from './deployment.ts'
import { deploymentOf } from './rules.ts'
import {
  connectRule,
  insertRule,
  lockRule,
  placeFor,
  ruleById,
  setBody,
  setDeployment,
  setEnabled,
  terminalFor,
  wiredBelow,
} from './rules.sql.ts'

export interface NewRule extends Omit<Wish, 'event'> {
  readonly displayName: string
  readonly entityId: string
  /** Below the entity; its events belong to it. */
  readonly sectorId?: string | null
  /** The box that runs it; none: the platform does. */
  readonly terminalId?: string | null
  /** The body's event settings (severity, first status, delay) and what the event is called and who hears of it. */
  readonly event?: Readonly<Record<string, unknown>>
  readonly isSystem?: boolean
  /** IANA zone of a global rule, left out: its entity's. A rule on a box lives in the box's. */
  readonly timeZone?: string
  /** Wanted in service from the first; the box hears of it with the next revision of its configuration. */
  readonly deploy?: boolean
}

/**
 * Adds a rule: its body checked, its interfaces below its entity and within reach; those of a rule on a box are that box's own.
 * @throws Failed with the fields that are wrong
 */
export async function createRule(work: Work, rule: NewRule): Promise<string> {
  const displayName = checked(DisplayName, rule.displayName, 'displayName')
  const { entityId, sectorId = null, terminalId = null, template, isSystem = false, deploy = false } = rule
  if (terminalId === null && KIND_OF[template] !== 'ALARM') throw invalid('terminalId', 'required')
  const place = found(await placeFor(work, entityId, sectorId))
  const terminal = terminalId === null ? null : found(await terminalFor(work, terminalId))
  const named = interfacesNamed(rule)
  const ids = [...new Set([...named.IN, ...named.OUT])]
  const wired = ids.length === 0 ? [] : await wiredBelow(work, ids, entityId)
  const ours = wired.filter(one => terminal === null || (one.terminalId === terminal.id && one.operation === null))
  const missing = ids.find(id => !ours.some(one => one.id === id))
  if (missing !== undefined) throw invalid('interfaces', 'INTERFACE_NOT_LISTED', { id: missing })

  const { severityLevel, status, ruleDelay, ...told } = rule.event ?? {}
  const event = rule.event === undefined ? null : checked(EventConfiguration, told, 'event')
  const id = await insertRule(work, {
    entityId,
    sectorId,
    terminalId,
    kind: KIND_OF[template],
    template,
    displayName,
    event,
    autoClose: rule.autoClose ?? true,
    isSystem,
  })
  const settings = { ...(status !== undefined && { status }), ...(ruleDelay !== undefined && { ruleDelay }) }
  const body = bodyOf(
    { ...rule, event: rule.event === undefined ? undefined : { severityLevel, ...settings } },
    { id, version: 1, terminalId, timeZone: terminal?.timeZone ?? rule.timeZone ?? place.timeZone, now: work.now.getTime() },
    ours,
  )
  await setBody(work, id, body)
  await connectRule(
    work,
    id,
    (['IN', 'OUT'] as const).flatMap(role => named[role].map(one => ({ id: one, role }))),
  )
  const { rootEntity, sector, terminalName, auto_close: autoClose } = found(await ruleById(work, id))
  await work.audit({
    action: 'CREATE',
    objectType: 'rule',
    objectId: id,
    objectName: displayName,
    entityId,
    changes: made({
      ...{ displayName, template, entity: rootEntity.displayName, sector: sector?.displayName, terminal: terminalName },
      ...{ autoClose, event, body },
    }),
  })
  if (!deploy) return id
  if (terminal === null) await setEnabled(work, id, true)
  else {
    const now = deploymentOf(found(await lockRule(work, id)))
    await setDeployment(work, id, wish(now, { hash: bodyHash(body) }, work.now), { wantedVersion: 1 })
  }
  return id
}
