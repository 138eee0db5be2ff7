import { claimCodeFrom, Hello } from '@steading/contract/box'
import { RULE_KINDS } from '@steading/contract/rule-kinds'
import { TERMINAL_PROFILES } from '@steading/contract/terminals'
import type { ClaimCode, ProvisionStatus, Terminal, TerminalDetails, TerminalProfile } from '@steading/contract/terminals'
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { entityById, shareTree } from '../entities/index.ts'
import { mayDo } from '../platform/actor.ts'
import { save } from '../platform/database/save.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { differences, made } from '../platform/differences.ts'
import type { Difference } from '../platform/differences.ts'
import { invalid, NotFound, Refused, VersionConflict } from '../platform/failures.ts'
import { inEachLanguage } from '../platform/wording.ts'
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
  openClaim(work: Work, terminalId: string, label?: string): Promise<{ readonly claimCode: string; readonly expiresAt: Date }>
  rotate(work: Work, terminal: TerminalName): Promise<void>
  revoke(work: Work, terminal: TerminalName): Promise<void>
  /** Another box takes the place: the old one is cut off, what it held by hand is over, and the new one is to be told all. */
  replace(work: Work, terminal: TerminalName): Promise<void>
  /** The terminal stands at another entity now. */
  moved(work: Work, terminalId: string, entityId: string): void
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
  provisionStatus: row.provisionStatus as z.infer<typeof ProvisionStatus>, // safe: the column's check
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
export const told = (row: TerminalRow) => ({
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
export async function createTerminal(work: Work, boxes: Pick<Boxes, 'openClaim'>, wish: TerminalWish) {
  await shareTree(work)
  const entity = await entityById(work, wish.entityId)
  if (!entity) throw invalid('entityId', 'notFound')
  const { uid = freshUid(), timeZone = entity.time_zone } = wish
  if (!isTimeZone(timeZone)) throw invalid('timeZone', 'timeZone')
  const row = await insertTerminal(work, { ...wish, uid, timeZone })
  if (!row) throw new Refused('TERMINAL_ID_ALREADY_EXISTS')
  const claim = await boxes.openClaim(work, row.id, wish.claimCode)
  await work.audit({
    action: 'CREATE',
    objectType: 'terminal',
    objectId: row.id,
    objectName: wish.displayName,
    entityId: wish.entityId,
    changes: made(told(found(await terminalById(work, row.id)))),
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

export const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** A terminal in service, at the version that the caller saw. */
export async function atVersion(work: Work, id: string, version: number): Promise<TerminalRow> {
  const row = found(await terminalById(work, id))
  if (row.retiredAt) throw new NotFound()
  if (row.version !== version) throw new VersionConflict()
  return row
}

export async function renameTerminal(work: Work, id: string, { displayName, version }: { displayName: string; version: number }) {
  await saveTerminal(work, await atVersion(work, id, version), { display_name: displayName })
}

/** Writes what somebody edited of a terminal, and tells of it. @throws VersionConflict */
export async function saveTerminal(work: Work, before: TerminalRow, change: TerminalChange): Promise<TerminalRow> {
  const { id } = before
  const tell = (after: TerminalRow) =>
    work.audit({
      action: 'UPDATE',
      objectType: 'terminal',
      objectId: id,
      objectName: after.displayName,
      entityId: after.entityId,
      changes: differences(told(before), told(after)),
    })
  const read = async () => found(await terminalById(work, id))
  const write = async () => {
    if (!(await updateTerminal(work, before, change))) throw new VersionConflict()
  }
  return save(work, { before, read, write, tell })
}

export interface Retirement {
  readonly id: string
  readonly version: number
}

/** Nothing of its box is believed any more; the trace says how it went. */
export async function cutOff(
  work: Work,
  boxes: Pick<Boxes, 'revoke'>,
  row: TerminalRow,
  end: { readonly action: 'RETIRE' | 'DELETE'; readonly changes: readonly Difference[] },
) {
  await boxes.revoke(work, row)
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
export async function endingRules(work: Work, id: string) {
  const all = await work.beyond(whole => rulesInService(whole, id))
  const inReach = new Set((await rulesInService(work, id)).map(rule => rule.id))
  const seen = all.filter(rule => inReach.has(rule.id) && mayDo(work.actor, RULE_KINDS[rule.kind]))
  return {
    rules: seen.slice(0, MOST_NAMED),
    total: all.length,
    alarms: all.filter(rule => rule.kind === 'ALARM').length,
    unseen: all.length - seen.length,
  }
}

/** Takes a terminal out of service for good: no credentials, no session, no rules; its history stays. */
export async function retireTerminal(work: Work, boxes: Pick<Boxes, 'revoke'>, { id, version }: Retirement) {
  const row = await atVersion(work, id, version)
  if (!(await updateTerminal(work, { id, version }, { retired_at: work.now }))) throw new VersionConflict()
  const { rules, interfaces } = await work.beyond(whole => dependsOn(whole, id))
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
  work: Work,
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
