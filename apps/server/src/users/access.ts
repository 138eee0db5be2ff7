import { ENTITY_TYPES, entityTypes } from '@steading/contract/entities/entities'
import type { EntityGroup } from '@steading/contract/entities/entities'
import type { AccessNode } from '@steading/contract/users/users'
import type { z } from 'zod'
import { listEntities, presentRef } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid } from '../platform/failures.ts'
import { nodeAt, nodesBelow, pathOf, scopeOf } from './access.sql.ts'

const isAt = (path: string, top: string) => top === '' || path === top || path.startsWith(`${top}.`)

/** What of the subtree at `path` somebody with this scope sees. */
export const sharedScope = (scope: readonly string[], path: string): string[] =>
  scope.some(top => isAt(path, top)) ? [path] : scope.filter(top => isAt(top, path))

/** The whole of what lies at a path, some of what lies below it, or nothing. */
export const accessAt = (scope: readonly string[], path: string): z.output<typeof AccessNode>['access'] =>
  scope.some(top => isAt(path, top)) ? 'FULL' : scope.some(top => isAt(top, path)) ? 'PART' : 'NONE'

/** One level of the tree where it is chosen what a person may see. */
export async function accessLevel(
  work: UnitOfWork,
  personId: string,
  asked: { editedUser?: string | undefined; rootEntity: string; parentId?: string | undefined; page: number },
): Promise<z.output<typeof AccessNode>[]> {
  const own = orNotFound(await personScope(work, personId))
  const scope = asked.editedUser === undefined ? own : await personScope(work, asked.editedUser)
  if (!scope) throw invalid('editedUser', 'notFound')
  const root = await pathOf(work, asked.rootEntity)
  if (root === undefined) throw invalid('rootEntity', 'notFound')
  const parent = asked.parentId === undefined ? root : await pathOf(work, asked.parentId)
  if (parent === undefined || !isAt(parent, root)) throw invalid('parentId', 'notFound')
  const rows = await (asked.parentId === undefined
    ? nodeAt(work, asked.rootEntity)
    : nodesBelow(work, asked.parentId, asked.page))
  return rows.map(({ path, ...node }) => ({ ...node, access: accessAt(scope, path) }))
}

/** The entities of these groups that a person sees. */
export async function entitiesOf(
  work: UnitOfWork,
  personId: string,
  groups: readonly z.output<typeof EntityGroup>[] | undefined,
) {
  const scope = orNotFound(await personScope(work, personId))
  const types = groups && entityTypes.filter(type => groups.includes(ENTITY_TYPES[type].group))
  // What somebody in reach sees lies in the caller's reach too: the second net stays the caller's own.
  const asThem = { ...work, actor: { ...work.actor, scope } }
  return (await listEntities(asThem, { types })).map(presentRef)
}

/** Of oneself, wherever one stands, or of somebody in reach. */
const personScope = (work: UnitOfWork, id: string) =>
  id === work.actor.id ? work.withSystemScope(systemWork => scopeOf(systemWork, id)) : scopeOf(work, id)
