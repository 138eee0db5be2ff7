import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { systemActor } from '../actor.ts'
import type { Work } from './work.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

const somebody = { ...systemActor('a person'), kind: 'user' as const }
const rename = (work: Work, name: string) =>
  work.sql.updateTable('entities as e').set({ name }).where('e.id', '=', farm.at.Paul!).execute()
const nameNow = async () =>
  (await farm.world.owner.query<{ name: string }>('select name from entities where id = $1', [farm.at.Paul])).rows[0]!.name
const audited = { action: 'UPDATE', objectType: 'entity', objectId: '1', objectName: 'Paul', entityId: null } as const

test("a person's change without an audit row is not made, and says what it changed", async () => {
  await expect(farm.world.db.work(somebody, work => rename(work, 'Untold'))).rejects.toThrow('no audit of a change of entities')
  await expect(farm.world.db.work(somebody, work => work.sql.deleteFrom('quarantine').execute())).rejects.toThrow('quarantine')
  expect(await nameNow()).toBe('Paul')
})

test('with one it is made; looking needs none, nor does what the platform does by itself', async () => {
  await farm.world.db.work(somebody, async work => {
    await rename(work, 'Told')
    await work.audit(audited)
  })
  expect(await nameNow()).toBe('Told')
  await farm.world.db.work(somebody, work => work.sql.selectFrom('entities').select('id').execute())
  await farm.world.db.work(systemActor('test'), work => rename(work, 'Paul'))
  expect(await nameNow()).toBe('Paul')
})

test('what a person writes beyond their reach, or where the place has just gone, is not found', async () => {
  const { rows } = await farm.world.owner.query<{ path: string }>('select path::text from entities where id = $1', [farm.at.Paul])
  const bound = { ...somebody, scope: [rows[0]!.path] }
  const add = (work: Work) => work.sql.insertInto('roles').values({ entity_id: farm.at.Azinheira!, name: 'Keeper' }).execute()
  await expect(farm.world.db.work(bound, add)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(farm.world.db.work({ ...bound, kind: 'system' }, add)).rejects.toThrow('row-level security')
})
