import { claimCodeFrom, Hello } from '@steading/contract/box/messages'
import { RULE_KINDS } from '@steading/contract/rules/kinds'
import { TimeZone } from '@steading/contract/http/fields'
import { TERMINAL_PROFILES } from '@steading/contract/devices/terminals'
import type { ClaimCode, Terminal, TerminalDetails, TerminalProfile } from '@steading/contract/devices/terminals'
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { entityById, shareTree } from '../entities/index.ts'
import { isPermitted } from '../platform/actor.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, created } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { invalid, NotFound, Refused, VersionConflict } from '../platform/failures.ts'
import { inEachLanguage } from '../platform/text/wording.ts'
import type { World } from '../platform/world.ts'
import {
  dependsOn,
  insertTerminal,
  rulesInService,
  terminalById,
  updateProvisionStatus,
  updateTerminal,
} from './terminals.sql.ts'
import type { DetailsRow, TerminalChange, TerminalRow } from './terminals.sql.ts'

/** What this slice needs of the device side, which stands above it. */
export interface Boxes {
  connected(terminalId: string): boolean
  openClaim(
    work: UnitOfWork,
    terminalId: string,
    label?: string,
  ): Promise<{ readonly claimCode: string; readonly expiresAt: Date }>
  rotatePassword(work: UnitOfWork, terminal: TerminalName): Promise<void>
  revokeCredentials(work: UnitOfWork, terminal: TerminalName): Promise<void>
  /** Another box takes the place: the old one is cut off, what it held by hand is over, and the new one is to be told all. */
  replaceBox(work: UnitOfWork, terminal: TerminalName): Promise<void>
  /** The terminal stands at another entity now. */
  terminalMoved(work: UnitOfWork, terminalId: string, entityId: string): void
}

/** A terminal as audit rows and the broker name it. */
export interface TerminalName {
  readonly id: string
  readonly uid: string
  readonly displayName: string
  readonly entityId: string
}

declare module '../platform/bus.ts' {
  interface Messages {
    /** It will not return: what ran on it does not run any more. */
    'terminal.retired': { terminalId: string; entityId: string }
  }
}

/** A farm's box carries the line to the platform; a room's box uses that of another. */
export const profiles = (texts: World['texts']) =>
  TERMINAL_PROFILES.map(value => ({
    value,
    translations: inEachLanguage(texts, value === 'FC-SMARTBOX-1' ? 'terminal.profile.farm' : 'terminal.profile.room'),
    hasConnectionInterface: value === 'FC-SMARTBOX-1',
  }))

export const present = (row: TerminalRow): Terminal => ({
  id: row.id,
  displayName: row.displayName,
  uid: row.uid,
  profile: row.profile as z.infer<typeof TerminalProfile>, // safe: the contract checked it before it was stored
  rootEntity: row.rootEntity,
  provisionStatus: row.provisionStatus,
  connected: row.connected ?? false,
  lastCommunicationTimestampUtc: row.lastCommunication?.toISOString() ?? null,
  timeOut: row.timeOut,
  timeZone: row.timeZone,
  interfaceCount: row.interfaceCount,
  version: row.version,
})

export function presentDetails(row: DetailsRow): TerminalDetails {
  const hello = Hello.safeParse(row.hello).data
  return {
    ...present(row),
    firmware: hello?.fw ?? null,
    boots: hello?.boot ?? null,
    waiting: hello ? row.waiting : null,
    reportedRevision: row.reportedRevision,
    desiredRevision: row.desiredRevision ?? 0,
    readings24h: row.readings24h,
    ruleCounts: row.ruleCounts,
    createdBy: row.createdBy,
    creationTimestampUtc: row.createdAt.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updatedAt?.toISOString() ?? null,
    deletedBy: row.deletedBy,
    ...presentEnd(row),
  }
}

/** Since when it is out of service for good. */
export const presentEnd = ({ retiredAt, deletedAt }: Pick<TerminalRow, 'retiredAt' | 'deletedAt'>) => ({
  retiredTimestampUtc: retiredAt?.toISOString() ?? null,
  deletedTimestampUtc: deletedAt?.toISOString() ?? null,
})

/** What audits tell of a terminal's fields. */
export const auditFields = (row: TerminalRow) => ({
  displayName: row.displayName,
  uid: row.uid,
  entity: row.rootEntity.displayName,
  profile: row.profile,
  timeOut: row.timeOut,
  timeZone: row.timeZone,
})

export interface TerminalWish {
  readonly entityId: string
  readonly displayName: string
  readonly profile: z.infer<typeof TerminalProfile>
  /** Seconds of silence before the no-data alarm; 0 is never. */
  readonly timeOut: number
  /** IANA; left out: the entity's. */
  readonly timeZone?: string | undefined
  /** Of a box that carries a label; made here otherwise. */
  readonly uid?: string | undefined
  readonly claimCode?: string | undefined
}

/**
 * Adds a terminal and opens its claim; the code is told once.
 * @throws Refused TERMINAL_ID_ALREADY_EXISTS; Failed for an entity out of reach, an unknown zone, a malformed code
 */
export async function createTerminal(work: UnitOfWork, boxes: Pick<Boxes, 'openClaim'>, wish: TerminalWish) {
  await shareTree(work)
  const entity = await entityById(work, wish.entityId)
  if (!entity) throw invalid('entityId', 'notFound')
  const { uid = freshUid(), timeZone = entity.time_zone } = wish
  if (!TimeZone.safeParse(timeZone).success) throw invalid('timeZone', 'timeZone')
  const row = await insertTerminal(work, { ...wish, uid, timeZone })
  if (!row) throw new Refused('TERMINAL_ID_ALREADY_EXISTS')
  const claim = await boxes.openClaim(work, row.id, wish.claimCode)
  await work.audit({
    action: 'CREATE',
    objectType: 'terminal',
    objectId: row.id,
    objectName: wish.displayName,
    entityId: wish.entityId,
    changes: created(auditFields(orNotFound(await terminalById(work, row.id)))),
  })
  return { id: row.id, claim: presentClaim(uid, claim) }
}

export const presentClaim = (
  uid: string,
  { claimCode, expiresAt }: Awaited<ReturnType<Boxes['openClaim']>>,
): z.infer<typeof ClaimCode> => ({
  uid,
  claimCode,
  expiresUtc: expiresAt.toISOString(),
})

/** 16 characters, 80 random bits. */
export const freshUid = () => claimCodeFrom(randomBytes(26)).slice(0, 16).toLowerCase()

/** A terminal in service, at the version that the caller saw. */
export async function atVersion(work: UnitOfWork, id: string, version: number): Promise<TerminalRow> {
  const row = orNotFound(await terminalById(work, id))
  if (row.retiredAt) throw new NotFound()
  if (row.version !== version) throw new VersionConflict()
  return row
}

export async function renameTerminal(
  work: UnitOfWork,
  id: string,
  { displayName, version }: { displayName: string; version: number },
) {
  await saveTerminal(work, await atVersion(work, id, version), { display_name: displayName })
}

/** Writes what somebody edited of a terminal, and tells of it. @throws VersionConflict */
export async function saveTerminal(work: UnitOfWork, before: TerminalRow, change: TerminalChange): Promise<TerminalRow> {
  const { id } = before
  const tell = (after: TerminalRow) =>
    work.audit({
      action: 'UPDATE',
      objectType: 'terminal',
      objectId: id,
      objectName: after.displayName,
      entityId: after.entityId,
      changes: fieldChanges(auditFields(before), auditFields(after)),
    })
  const read = async () => orNotFound(await terminalById(work, id))
  const write = async () => {
    if (!(await updateTerminal(work, before, change))) throw new VersionConflict()
  }
  return saveIfChanged(work, { before, read, write, audit: tell })
}

export interface Retirement {
  readonly id: string
  readonly version: number
}

/** Nothing of its box is believed any more; the trace says how it went. */
export async function cutOff(
  work: UnitOfWork,
  boxes: Pick<Boxes, 'revokeCredentials'>,
  row: TerminalRow,
  end: { readonly action: 'RETIRE' | 'DELETE'; readonly changes: readonly FieldChange[] },
) {
  await boxes.revokeCredentials(work, row)
  await work.audit({
    ...end,
    objectType: 'terminal',
    objectId: row.id,
    objectName: row.displayName,
    entityId: row.entityId,
  })
}

/** More names than one reads. */
const MOST_NAMED = 100

/** The rules that leave service when a terminal does: those that the caller may see by name, the others counted. */
export async function endingRules(work: UnitOfWork, id: string) {
  const all = await work.withSystemScope(systemWork => rulesInService(systemWork, id))
  const inReach = new Set((await rulesInService(work, id)).map(rule => rule.id))
  const seen = all.filter(rule => inReach.has(rule.id) && isPermitted(work.actor, RULE_KINDS[rule.kind]))
  return {
    rules: seen.slice(0, MOST_NAMED),
    total: all.length,
    alarms: all.filter(rule => rule.kind === 'ALARM').length,
    unseen: all.length - seen.length,
  }
}

/** Takes a terminal out of service for good: no credentials, no session, no rules; its history stays. */
export async function retireTerminal(work: UnitOfWork, boxes: Pick<Boxes, 'revokeCredentials'>, { id, version }: Retirement) {
  const row = await atVersion(work, id, version)
  if (!(await updateTerminal(work, { id, version }, { retired_at: work.now }))) throw new VersionConflict()
  const { rules, interfaces } = await work.withSystemScope(systemWork => dependsOn(systemWork, id))
  const changes = [
    // They leave service; what its sensors measured stays, and nothing is added.
    ...(rules.length > 0 ? [{ field: 'rules', old: rules.join(', '), new: null }] : []),
    ...(interfaces.length > 0 ? [{ field: 'interfaces', old: interfaces.join(', '), new: null }] : []),
  ]
  await cutOff(work, boxes, row, { action: 'RETIRE', changes })
  return row
}

/** Writes the status with its audit row, if it is another one than before. Answers whether it was. */
export async function setProvisionStatus(
  work: UnitOfWork,
  { id, displayName, entityId }: Omit<TerminalName, 'uid'>,
  status: Terminal['provisionStatus'],
): Promise<boolean> {
  const before = await updateProvisionStatus(work, id, status)
  if (before === undefined) return false
  await work.audit({
    action: 'UPDATE',
    objectType: 'terminal',
    objectId: id,
    objectName: displayName,
    entityId,
    changes: [{ field: 'provisionStatus', old: before, new: status }],
  })
  return true
}
