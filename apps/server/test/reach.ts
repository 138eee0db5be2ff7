import { CODE_LENGTHS, mayMoveBelow, mayStandBelow } from '@steading/contract/entities/entities'
import type { EntityType } from '@steading/contract/entities/entities'
import fc from 'fast-check'
import { createEntity, editEntity, entityById, listEntities, removeEntity, transferEntity } from '../src/entities/index.ts'
import { isPermitted } from '../src/platform/actor.ts'
import type { UnitOfWork } from '../src/platform/database/unitOfWork.ts'
import { Failed, Refused } from '../src/platform/failures.ts'
import { tokenHash } from '../src/platform/security/secrets.ts'
import { identifier } from '../src/sessions/index.ts'
import { bringRoles } from '../src/users/index.ts'
import type { Farm } from './farm.ts'

/** What happens to the tree and its people; numbers choose among what there is. */
export type Step =
  | { readonly do: 'create'; readonly by: number; readonly below: number; readonly type: EntityType; readonly id: number }
  | { readonly do: 'move'; readonly by: number; readonly what: number; readonly below: number }
  | { readonly do: 'status'; readonly by: number; readonly what: number; readonly off: boolean }
  | { readonly do: 'delete'; readonly by: number; readonly what: number }
  | { readonly do: 'station'; readonly who: number; readonly at: number }
  | { readonly do: 'keep'; readonly who: number; readonly to: readonly number[] }
  | { readonly do: 'grant'; readonly who: number; readonly may: boolean }

/** Ids whose texts begin one another: what compares paths as text takes one for the other. */
const IDS = [1, 11, 111, 1111, 2, 21, 211, 12, 112, 121, 22, 221, 122, 1112, 1121, 2111]
const PEOPLE = 8

const some = fc.nat(63)
const types = fc.constantFrom<EntityType>('GROUP', 'ENTERPRISE', 'FARM', 'SECTOR', 'PARTNER')
export const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('create' as const), by: some, below: some, type: types, id: some }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), by: some, what: some, below: some }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('status' as const), by: some, what: some, off: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), by: some, what: some }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('station' as const), who: some, at: some }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('keep' as const), who: some, to: fc.array(some, { maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), who: some, may: fc.boolean() }) },
  ),
  { minLength: 30, maxLength: 80, size: 'max' },
)

interface Node {
  readonly type: EntityType
  parent: string | null
  off: boolean
}
interface Person {
  readonly id: string
  readonly token: string
  root: string
  /** Parts of the root that the person is kept to; null: to none. */
  parts: readonly string[] | null
  may: boolean
}

/** Thrown where the platform and the naive model see different things. */
export class Disagreement extends Error {}

/**
 * Plays the steps against the platform and against a model that knows parents only; after each it asks, for every person and
 * every entity, who sees what. Answers how many pairs were compared.
 */
export async function play(farm: Farm, story: readonly Step[]): Promise<number> {
  const { world } = farm
  const identify = identifier(world)
  const sql = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, string>>(text, values)).rows
  for (const table of ['audit', 'users', 'roles', 'entities']) await sql(`delete from ${table}`)

  const nodes = new Map<string, Node>()
  const people: Person[] = []
  const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!
  const ids = () => [...nodes.keys()]
  const isBelow = (id: string, top: string): boolean => {
    for (let at: string | null = id; at !== null; at = nodes.get(at)!.parent) if (at === top) return true
    return false
  }
  const sees = ({ root, parts }: Person, id: string) =>
    isBelow(id, root) && (parts === null || parts.some(part => isBelow(part, root) && isBelow(id, part)))
  const take = (id: number | undefined) => sql(`select setval(pg_get_serial_sequence('entities', 'id'), $1, false)`, [id])
  const actor = async ({ token }: Person) => (await identify(token, { background: false, ip: '', requestId: '' }))!

  await take(IDS[0])
  const root = await world.db.work(farm.system, work =>
    createEntity(work, { parentId: null, type: 'ROOT', name: 'Top', timeZone: 'UTC' }),
  )
  nodes.set(root, { type: 'ROOT', parent: null, off: false })
  for (let number = 0; number < PEOPLE; number++) {
    const role = (
      await sql(`insert into roles (entity_id, name) values ($1, $2) returning id::text`, [root, `Role ${number}`])
    )[0]!.id!
    const person = (
      await sql(
        `insert into users (entity_id, role_id, email, display_name, short_name) values ($1, $2, $3, $4, $4) returning id::text`,
        [root, role, `person${number}@steading.example`, `Person ${number}`],
      )
    )[0]!.id!
    const token = `token ${number}`
    await sql(
      `insert into sessions (user_id, token_hash, created_at, used_at, seen_at, expires_at, ip, agent)
       values ($1, $2, $3, $3, $3, $3::timestamptz + interval '1 hour', '', '')`,
      [person, tokenHash(token), new Date(world.clock.now())],
    )
    people.push({ id: person, token, root, parts: null, may: false })
  }

  /** What the platform says to it: done, or not. */
  const outcome = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (error) {
      if (error instanceof Failed || error instanceof Refused) return false
      throw error
    }
  }
  const agree = (what: Step, platform: boolean, model: boolean) => {
    if (platform !== model) throw new Disagreement(`${JSON.stringify(what)}: the platform says ${platform}, the model ${model}`)
  }

  async function step(what: Step): Promise<void> {
    switch (what.do) {
      case 'create': {
        const free = IDS.filter(id => !nodes.has(String(id)))
        if (free.length === 0) return
        const [by, below, id] = [pick(people, what.by), pick(ids(), what.below), pick(free, what.id)]
        await take(id)
        const who = await actor(by)
        const isDone = await outcome(() =>
          world.db.work(who, work => createEntity(work, { parentId: below, type: what.type, name: `N${id}`, timeZone: 'UTC' })),
        )
        agree(what, isDone, sees(by, below) && mayStandBelow(what.type, nodes.get(below)!.type))
        if (isDone) nodes.set(String(id), { type: what.type, parent: below, off: false })
        return
      }
      case 'move': {
        const [by, id, below] = [pick(people, what.by), pick(ids(), what.what), pick(ids(), what.below)]
        const node = nodes.get(id)!
        const version = Number((await sql('select version from entities where id = $1', [id]))[0]!.version)
        const who = await actor(by)
        const isDone = await outcome(() => world.db.work(who, work => moveAndTell(work, { id, parentId: below, version })))
        const fits = mayMoveBelow(node.type, nodes.get(below)!.type) && !isBelow(below, id)
        agree(what, isDone, sees(by, id) && sees(by, below) && fits)
        if (isDone) node.parent = below
        return
      }
      case 'status': {
        const [by, id] = [pick(people, what.by), pick(ids(), what.what)]
        const who = await actor(by)
        const status = what.off ? 'DISABLED' : 'ACTIVE'
        const isDone = await outcome(() =>
          world.db.work(who, async work => {
            const row = await entityById(work, id)
            if (!row) throw new Failed('NOT_FOUND')
            const { name, version } = row
            const length = CODE_LENGTHS[nodes.get(id)!.type]
            const code = length ? String(IDS.indexOf(Number(id))).padStart(length, '0') : null
            const bare = { responsibleUserIds: [], tagIds: [], removeImage: false }
            const confirmed = { confirm: true, confirmTimeZone: true }
            await editEntity(work, row, { name, code, status, version, ...bare }, confirmed, () => Promise.resolve())
            await work.audit({ action: 'UPDATE', objectType: 'entity', objectId: id, objectName: null, entityId: null })
          }),
        )
        agree(what, isDone, sees(by, id))
        if (isDone) nodes.get(id)!.off = what.off
        return
      }
      case 'delete': {
        const [by, id] = [pick(people, what.by), pick(ids(), what.what)]
        const who = await actor(by)
        const isDone = await outcome(() =>
          world.db.work(who, work => removeEntity(work, id, { guard: (_, _place, _confirmed, act) => act(), leaves: [] }, true)),
        )
        const hangs = ids().some(one => nodes.get(one)!.parent === id) || people.some(one => one.root === id)
        agree(what, isDone, sees(by, id) && !hangs && id !== root)
        if (isDone) {
          nodes.delete(id)
          // Who is kept to nothing but what is gone sees nothing, not everything.
          for (const person of people) person.parts = person.parts?.filter(part => part !== id) ?? null
        }
        return
      }
      case 'station': {
        const [person, at] = [pick(people, what.who), pick(ids(), what.at)]
        await sql('update users set entity_id = $1 where id = $2', [at, person.id])
        person.root = at
        return
      }
      case 'keep': {
        const person = pick(people, what.who)
        const parts = [...new Set(what.to.map(one => pick(ids(), one)))]
        person.parts = parts.length > 0 ? parts : null
        await sql('delete from user_access where user_id = $1', [person.id])
        await sql('update users set restricted = $2 where id = $1', [person.id, parts.length > 0])
        for (const part of parts) await sql('insert into user_access values ($1, $2)', [person.id, part])
        return
      }
      case 'grant': {
        const person = pick(people, what.who)
        const of = 'role_id = (select role_id from users where id = $1)'
        await sql(`delete from role_permissions where ${of}`, [person.id])
        if (what.may)
          await sql(`insert into role_permissions select role_id, 'entities.read' from users where id = $1`, [person.id])
        person.may = what.may
      }
    }
  }

  let pairs = 0
  for (const one of story) {
    await step(one)
    for (const person of people) {
      const who = await actor(person)
      if (isPermitted(who, 'entities.read') !== person.may)
        throw new Disagreement(`${JSON.stringify(one)}: rights of ${person.id}`)
      const shown = new Set((await world.db.work(who, work => listEntities(work, {}))).map(row => row.id))
      for (const id of ids()) {
        pairs++
        if (shown.has(id) !== sees(person, id))
          throw new Disagreement(`after ${JSON.stringify(one)} ${person.id} ${shown.has(id) ? 'sees' : 'does not see'} ${id}`)
      }
    }
  }
  return pairs
}

const moveAndTell = async (work: UnitOfWork, wish: Parameters<typeof transferEntity>[1]) => {
  await transferEntity(work, wish, [bringRoles])
  await work.audit({ action: 'TRANSFER', objectType: 'entity', objectId: wish.id, objectName: null, entityId: wish.id })
}
