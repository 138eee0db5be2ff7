import type { Entity } from '@steading/contract/entities/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Grupo')
})
afterAll(() => farm.close())

const group = async (name: string, parentId = farm.at.Grupo!) =>
  data(await api.entities.create({ body: { type: 'GROUP', parentId, name }, files: [] }))
const move = ({ id, version }: Entity, to: Entity) =>
  api.entities.transfer({ params: { id }, body: { parentId: to.id, version } })
/** Entities whose path is not that of the one above with their own id behind it. */
const lost = async () =>
  (
    await farm.world.owner.query<{ name: string }>(
      `select it.name from entities it join entities above on above.id = it.parent_id
        where it.path <> above.path || it.id::text or it.id = any (path_ids(above.path))`,
    )
  ).rows

test('of two that are moved below each other at once one moves, the other is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const one = await group(`One ${round}`)
    const other = await group(`Other ${round}`)
    const tried = await Promise.allSettled([move(one, other), move(other, one)])
    expect(tried.map(each => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(tried.find(each => each.status === 'rejected')?.reason).toMatchObject(failing('INVALID_INPUT', 'parentId'))
  }
  expect(await lost()).toEqual([])
})

test('an entity added during a move is moved too', async () => {
  for (let round = 0; round < 5; round++) {
    const top = await group(`Top ${round}`)
    const target = await group(`Target ${round}`)
    const inner = await group(`Inner ${round}`, top.id)
    const added = Array.from({ length: 12 }, (_, at) => group(`Added ${round}.${at}`, inner.id))
    const [moved] = await Promise.all([move(top, target), ...added])
    data(moved)
  }
  expect(await lost()).toEqual([])
})
