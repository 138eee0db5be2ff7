import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { keptTo } from '../../test/kept.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

describe('top entities of a user', () => {
  test.each<[string, string, string[] | undefined, string[]]>([
    ['at ROOT', 'Root', undefined, ['Root']],
    ['at a farm', 'Paul', undefined, ['Paul']],
    ['kept to a part directly below', 'Paul', ['House 1'], ['Paul | House 1']],
    ['kept to two parts of one thing', 'Paul', ['House 1', 'House 2'], ['Paul | House 1', 'Paul | House 2']],
    ['kept to parts of several', 'Grupo', ['Room 1', 'Paul'], ['Azinheira | Room 1', 'Paul']],
    ['kept to a part and what lies in it', 'Grupo', ['House 1', 'Aves'], ['Aves']],
    ['kept to nothing any more', 'Paul', [], []],
  ])('%s', async (_, root, parts, tops) => {
    const api = parts ? (await keptTo(farm, root, parts)).api : await farm.as(root)
    const { content } = data(await api.entities.tops({ query: {} }))
    expect(content.map(one => one.displayName)).toEqual(tops)
    // Each of them is to be seen, and opens.
    for (const { id, children } of content) {
      data(await api.entities.details({ params: { id } }))
      expect(data(await api.entities.subentities({ params: { id }, query: {} })).totalElements).toBe(children)
    }
    const below = data(await api.entities.top({ query: {} })).content
    const isBelow = tops.length === 1
    expect(below.every(one => (isBelow ? one.parentId === content[0]!.id : tops.includes(one.displayName)))).toBe(true)
  })

  test('a user without entities.read creates nothing but gets the top entities', async () => {
    const { api } = await keptTo(farm, 'Paul', ['House 1'], ['users.read'])
    expect(data(await api.entities.tops({ query: {} })).content).toMatchObject([{ displayName: 'Paul | House 1' }])
  })
})

describe('a house whose farm is out of sight', () => {
  const enter: Readonly<Record<string, () => Promise<Api>>> = {
    'kept to it': async () => (await keptTo(farm, 'Paul', ['House 1'])).api,
    'with it as root': () => farm.as('House 1'),
  }
  test.each(Object.keys(enter))('%s: it is found by the name that it is shown with', async who => {
    const api = await enter[who]!()
    const found = async (search: string) =>
      data(await api.entities.search({ query: { search } })).content.map(one => one.displayName)
    for (const search of ['Paul | House 1', 'paul  house', 'House Paul', 'Paul', 'house 1'])
      expect([search, await found(search)]).toEqual([search, ['Paul | House 1']])
    expect(data(await api.entities.list({ query: { search: 'Paul | House 1' } }))).toHaveLength(1)
    // What stands above the farm is in no name of it.
    expect(await found('Aves House')).toEqual([])
    expect(await found('House 2')).toEqual([])
  })

  test('a restricted user of the farm finds it by its name without its houses', async () => {
    const api = await farm.as('Paul')
    expect(data(await api.entities.search({ query: { search: 'Paul' } })).content.map(one => one.name)).toEqual(['Paul'])
  })
})
