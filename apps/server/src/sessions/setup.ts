import { createEntity } from '../entities/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { created } from '../platform/database/fieldChanges.ts'
import { randomToken, tokenHash } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'
import { insertRole } from '../roles/index.ts'
import { anybody, insertPerson } from '../users/index.ts'
import { readSetup, writeSetup } from './setup.sql.ts'

const VALID_MS = 30 * 60_000

/** On a platform without people: a fresh one-time code, to be printed on the console. Undefined once there is somebody. */
export const offerSetup = ({ db }: Pick<World, 'db'>): Promise<string | undefined> =>
  db.work(systemActor('setup'), async work => {
    if (await anybody(work)) return undefined
    const code = randomToken().slice(0, 22)
    await writeSetup(work, { hash: tokenHash(code).toString('hex'), until: work.now.getTime() + VALID_MS })
    return code
  })

/** Makes the root, the administrators' role and the first person, if the code holds and nobody is there yet; answers the id. */
export async function takeSetup(
  work: UnitOfWork,
  person: { setupCode: string; displayName: string; email: string },
  passwordHash: string,
): Promise<string | undefined> {
  const offered = await readSetup(work)
  if (!offered || work.now.getTime() > offered.until || tokenHash(person.setupCode).toString('hex') !== offered.hash)
    return undefined
  if (await anybody(work)) return undefined
  await writeSetup(work, undefined)
  const entityId = await createEntity(work, { parentId: null, type: 'ROOT', name: 'Steading', timeZone: 'UTC' })
  const roleId = await insertRole(work, entityId, 'Administrator', ['platform.root'])
  const { email, displayName: shortName } = person
  const id = await insertPerson(work, { entityId, roleId, email, shortName, timeZone: 'UTC', passwordHash, acceptedTerms: false })
  await work.audit({
    action: 'CREATE',
    objectType: 'user',
    objectId: id,
    objectName: person.displayName,
    entityId,
    changes: created({
      displayName: person.displayName,
      shortName,
      email,
      status: 'ACTIVE',
      role: 'Administrator',
      timeZone: 'UTC',
    }),
  })
  return id
}
