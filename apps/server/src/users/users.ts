import { LANGUAGES } from '@steading/contract/users/languages'
import { Contact } from '@steading/contract/users/users'
import type { CreateUser, EditSelf, EditUser, User, UserDetails, UserRef } from '@steading/contract/users/users'
import { choiceOf } from '@steading/locales/notation'
import { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import { shareTree } from '../entities/index.ts'
import { guardPerson } from '../escalation/index.ts'
import { deletePersonalMessages } from '../outbox/index.ts'
import { mapUniqueViolation } from '../platform/database/constraints.ts'
import { deletePicture, insertPicture, pictureById } from '../platform/files/pictures.sql.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, deleted, created as madeWith } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { Failed, invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { holdsAll, isRootHeld, isRootRole, rolesAt } from '../roles/index.ts'
import { pathOf, setAccess, whatIsBelow } from './access.sql.ts'
import { endSessions } from './sessions.sql.ts'
import { parsePhone } from '../platform/text/phones.ts'
import { erase, insertUser, isResponsible, lockPerson, personById, setAvatar, updateOwn, updateUser } from './users.sql.ts'
import type { PersonListRow, PersonRow } from './users.sql.ts'

export const present = (row: PersonListRow): User => ({
  userId: row.id,
  displayName: row.displayName,
  shortName: row.shortName,
  status: row.status,
  activated: row.activated,
  email: row.email,
  phone: row.phone,
  hasValidPhone: canCall(row.phone),
  role: row.role,
  rootEntity: row.rootEntity,
  lastSeenUtc: row.lastSeenAt?.toISOString() ?? null,
  version: row.version,
})

export const presentRef = (row: PersonListRow): UserRef => ({
  userId: row.id,
  shortName: row.shortName,
  displayName: row.displayName,
  status: row.status,
  hasValidPhone: canCall(row.phone),
})

const canCall = (phone: string | null) => phone !== null && parsePhone(phone).valid

export async function presentDetails(work: UnitOfWork, row: PersonRow): Promise<UserDetails> {
  const avatar = row.pictureId === null ? undefined : await pictureById(work, row.pictureId)
  return {
    ...present(row),
    avatar: avatar ? { imageBase64: avatar.toString('base64') } : null,
    language: z.enum(LANGUAGES).parse(row.language),
    ...choiceOf(row),
    timeZone: row.timeZone,
    contacts: z.array(Contact).parse(row.contacts),
    accessEntities: row.accessEntities,
    kept: row.kept,
    responsibleFor: row.responsibleFor,
    editable: mayChange(work.actor, row),
    createdBy: row.createdBy,
    creationTimestampUtc: row.createdAt.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updatedAt?.toISOString() ?? null,
  }
}

/** Somebody who holds more than the caller is not the caller's to change. */
export const mayChange = (actor: Actor, person: Pick<PersonRow, 'permissions'>) => holdsAll(actor, person.permissions)

/** Somebody in reach whom the caller may change. @throws NotFound, Failed NOT_ALLOWED */
export async function changeablePerson(work: UnitOfWork, id: string): Promise<PersonRow> {
  const person = orNotFound(await personById(work, id))
  if (!mayChange(work.actor, person)) throw new Failed('NOT_ALLOWED')
  return person
}

/** Oneself, wherever one stands: the own row may lie above what one is kept to. */
export const oneself = async (systemWork: UnitOfWork): Promise<PersonRow> =>
  orNotFound(await personById(systemWork, systemWork.actor.id!))

/** Somebody in reach, or oneself; who stands above what one is kept to is changed by others. @throws NotFound */
export async function detailsOf(work: UnitOfWork, id: string): Promise<UserDetails> {
  const row = await personById(work, id)
  if (row || id !== work.actor.id) return presentDetails(work, orNotFound(row))
  return work.withSystemScope(async systemWork => ({
    ...(await presentDetails(systemWork, await oneself(systemWork))),
    editable: false,
  }))
}

type Create = z.output<typeof CreateUser>
type Edit = z.output<typeof EditUser>
type Self = z.output<typeof EditSelf>

const emailUnique = <T>(act: () => Promise<T>) =>
  mapUniqueViolation('users_email_key', () => new Refused('USER_EMAIL_ALREADY_EXISTS'), act)

/** The root lies in the caller's reach, the role may be had there and holds nothing that the caller lacks, the parts lie below. */
async function mustFit(work: UnitOfWork, wish: Create) {
  const path = await pathOf(work, wish.rootEntityId)
  if (path === undefined) throw invalid('rootEntityId', 'notFound')
  const roles = await work.withSystemScope(systemWork => rolesAt(systemWork, wish.rootEntityId))
  const role = roles.find(one => one.id === wish.roleId)
  if (!role) throw invalid('roleId', 'notFound')
  if (!holdsAll(work.actor, role.permissions)) throw invalid('roleId', 'beyondOwn')
  const below = await whatIsBelow(work, wish.accessEntityIds, path)
  for (const [at, id] of wish.accessEntityIds.entries()) if (!below.has(id)) throw invalid(`accessEntityIds.${at}`, 'notBelow')
}

/**
 * Is the person kept to parts of the root? Where nobody says so, by the parts; whoever is kept to none any more stays so, until
 * somebody says otherwise. @throws Failed for parts of somebody who is not kept, and for nobody's parts where there were some
 */
function isKept(
  { kept: restricted, accessEntityIds }: Pick<Create, 'kept' | 'accessEntityIds'>,
  before: PersonRow | undefined,
): boolean {
  const wasKeptToNothing = before !== undefined && before.kept && before.accessEntities.length === 0
  if (accessEntityIds.length > 0) {
    if (restricted === false) throw invalid('accessEntityIds', 'leaveEmpty')
    return true
  }
  if (restricted === true && !wasKeptToNothing) throw invalid('accessEntityIds', 'required')
  return restricted ?? wasKeptToNothing
}

/** @throws Failed that names the field; Refused USER_EMAIL_ALREADY_EXISTS */
export async function addPerson(work: UnitOfWork, wish: Create, picture: Buffer | undefined): Promise<PersonRow> {
  await shareTree(work)
  await mustFit(work, wish)
  const restricted = isKept(wish, undefined)
  const id = await emailUnique(() => insertUser(work, wish))
  await setAccess(work, id, { restricted, entityIds: wish.accessEntityIds })
  if (picture) await setAvatar(work, id, await insertPicture(work, picture))
  const made = orNotFound(await personById(work, id))
  await tell(work, 'CREATE', made, madeWith(auditFields(made)))
  return made
}

/**
 * Writes a person as it shall be. Somebody made inactive is out at once; with another role or another root one signs in anew,
 * but for the very session that changes its own person.
 * @throws VersionConflict; Failed that names the field; Refused USER_EMAIL_ALREADY_EXISTS, USER_INACTIVE_RESPONSIBLE,
 * CONFIRM_LEAVING_ALARM_LISTS
 */
export async function editPerson(work: UnitOfWork, id: string, wish: Edit, picture: Buffer | undefined, isConfirmed = false) {
  await shareTree(work)
  await lockPerson(work, id)
  const before = await changeablePerson(work, id)
  await mustFit(work, wish)
  const restricted = isKept(wish, before)
  const isLeaving = wish.status === 'INACTIVE' && before.status === 'ACTIVE'
  if (isLeaving && (await isResponsible(work, id))) throw new Refused('USER_INACTIVE_RESPONSIBLE')
  const read = async () => orNotFound(await personById(work, id))
  const write = async () => {
    if (!(await emailUnique(() => updateUser(work, { id, version: wish.version }, wish)))) throw new VersionConflict()
    await setAccess(work, id, { restricted, entityIds: wish.accessEntityIds })
    await keepAvatar(work, before, wish.removeAvatar, picture)
    const isOther = wish.roleId !== before.roleId || wish.rootEntityId !== before.entityId
    if (isLeaving) await endSessions(work, id)
    // An invitation that nobody has followed yet stays good.
    else if (isOther && before.activated) await endSessions(work, id, id === work.actor.id ? work.actor.sessionId : undefined)
    if (!(await isRootKept(work, before))) throw invalid(lostBy(before, wish), 'lastRoot')
  }
  const act = () => saveIfChanged(work, { before, read, write, audit: tellFrom(work, before) })
  const after = await guardPerson(work, id, isConfirmed, act)
  // Where somebody is told no more, they are in charge no more.
  return { before, after: after === before ? after : await read() }
}

const tellFrom = (work: UnitOfWork, before: PersonRow) => (after: PersonRow) =>
  tell(work, 'UPDATE', after, fieldChanges(auditFields(before), auditFields(after)))

/** @throws VersionConflict; Failed that names the field */
export async function editOneself(systemWork: UnitOfWork, wish: Self, picture: Buffer | undefined): Promise<PersonRow> {
  const before = await oneself(systemWork)
  const write = async () => {
    if (!(await updateOwn(systemWork, { id: before.id, version: wish.version }, wish))) throw new VersionConflict()
    await keepAvatar(systemWork, before, wish.removeAvatar, picture)
  }
  return saveIfChanged(systemWork, { before, read: () => oneself(systemWork), write, audit: tellFrom(systemWork, before) })
}

/** @throws Refused CANNOT_DELETE_RESPONSIBLE_USER; CANNOT_DELETE_USER for the last who may do everything; CONFIRM_LEAVING_ALARM_LISTS */
export async function removePerson(work: UnitOfWork, { id }: Pick<PersonRow, 'id'>, isConfirmed: boolean): Promise<void> {
  orNotFound(await lockPerson(work, id))
  const person = orNotFound(await personById(work, id))
  if (await isResponsible(work, id)) throw new Refused('CANNOT_DELETE_RESPONSIBLE_USER')
  await endSessions(work, id)
  await deletePersonalMessages(work, id)
  await guardPerson(work, id, isConfirmed, () => erase(work, id))
  if (person.pictureId) await deletePicture(work, person.pictureId)
  if (!(await isRootKept(work, person))) throw new Refused('CANNOT_DELETE_USER')
  await tell(work, 'DELETE', person, deleted(auditFields(person)))
}

/**
 * Is there, after the change of this person, still somebody who may do everything? Whether the role did is asked after the lock:
 * somebody may have made it hold everything since the person was read.
 */
const isRootKept = async (work: UnitOfWork, { roleId, status, activated, kept: restricted, rootEntity }: PersonRow) =>
  status !== 'ACTIVE' ||
  !activated ||
  restricted ||
  rootEntity.type !== 'ROOT' ||
  work.withSystemScope(async systemWork => (await isRootHeld(systemWork)) || !(await isRootRole(systemWork, roleId!)))

/** The field by which somebody would come to hold less. */
const lostBy = (before: PersonRow, wish: Edit) =>
  wish.status === 'INACTIVE'
    ? 'status'
    : wish.rootEntityId !== before.entityId
      ? 'rootEntityId'
      : wish.roleId !== before.roleId
        ? 'roleId'
        : 'accessEntityIds'

async function keepAvatar(work: UnitOfWork, { id, pictureId }: PersonRow, isRemoved: boolean, picture: Buffer | undefined) {
  if (!picture && !isRemoved) return
  await setAvatar(work, id, picture ? await insertPicture(work, picture) : null)
  if (pictureId) await deletePicture(work, pictureId)
}

/** What audits tell of a person. */
const auditFields = (row: PersonRow) => ({
  displayName: row.displayName,
  shortName: row.shortName,
  email: row.email,
  phone: row.phone,
  status: row.status,
  role: row.role.name,
  rootEntity: row.rootEntity.displayName,
  kept: row.kept,
  accessEntities: row.accessEntities.map(accessEntity => accessEntity.displayName).join(', '),
  language: row.language,
  ...choiceOf(row),
  timeZone: row.timeZone,
  contacts: row.contacts,
  avatar: row.pictureId,
})

export const tell = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  person: { readonly id: string; readonly shortName: string; readonly entityId: string },
  changes: readonly FieldChange[] = [],
) =>
  work.audit({
    action,
    objectType: 'user',
    objectId: person.id,
    objectName: person.shortName,
    entityId: person.entityId,
    changes,
  })
