import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ahead, MINUTE } from '../../test/alarms.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

describe('the list', () => {
  const time = ahead()
  let farm: Farm
  let api: Api
  beforeAll(async () => {
    farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
    const { at, world, system } = farm
    await world.db.work(system, work =>
      work.sql
        .insertInto('events')
        .values(
          (
            [
              ['A', 'Room 1', 'LOW', 'OPEN', 'CLIMATE', 'RULE', 1, null],
              ['B', 'Room 1', 'CRITICAL', 'OPEN', 'POWER', 'RULE', 3, null],
              ['C', 'Azinheira', 'MODERATE', 'PENDING', 'WATER', 'PERSON', 8, null],
              ['D', 'Azinheira', 'MAJOR', 'CLOSED', 'WATER', 'PERSON', 30, 20],
              ['E', 'Suínos', 'MAJOR', 'OPEN', 'HELPDESK', 'PERSON', 200, null],
              // Of another enterprise: nobody here sees it.
              ['F', 'House 1', 'CRITICAL', 'OPEN', 'CLIMATE', 'RULE', 1, null],
            ] as const
          ).map(([title, where, severity, status, category, source, opened, closed]) => ({
            title,
            entity_id: at[where]!,
            severity,
            status,
            category,
            source,
            open_date: new Date(time - opened * 60 * MINUTE),
            close_date: closed === null ? null : new Date(time - closed * 60 * MINUTE),
          })),
        )
        .execute(),
    )
    api = await farm.as('Suínos', ['events.read'])
  })
  afterAll(() => farm.close())

  const titles = async (query: Parameters<Api['events']['search']>[0]['query'], as = api) =>
    data(await as.events.search({ query }))
      .content.map(one => one.title)
      .join('')
  const ago = (hours: number) => new Date(time - hours * 60 * MINUTE).toISOString()

  test.each([
    ['newest first', () => ({}), 'ABCD'],
    ['by weight of severity', () => ({ sortProperty: 'severityLevel', sortDirection: 'DESC' }) as const, 'BDCA'],
    ['by status', () => ({ status: ['OPEN', 'PENDING'] }) as const, 'ABC'],
    ['by severity', () => ({ severityLevel: 'MAJOR' }) as const, 'D'],
    ['by category', () => ({ category: ['WATER', 'POWER'] }) as const, 'BCD'],
    ['by origin', () => ({ origin: 'MANUAL' }) as const, 'CD'],
    ['by place, with what lies below', () => ({ entity: farm.at.Azinheira! }), 'ABCD'],
    ['by sector', () => ({ entity: farm.at['Room 1']! }), 'AB'],
    ['by enterprise', () => ({ enterpriseId: farm.at.Aves! }), ''],
    ['by title', () => ({ title: 'b' }), 'B'],
    ['by opening', () => ({ fromDate: ago(9), toDate: ago(2) }), 'BC'],
    ['by closing', () => ({ closeDateFrom: ago(21), closeDateTo: ago(19) }), 'D'],
    ['by what was open in a range, whenever it opened', () => ({ notClosedBefore: ago(25), toDate: ago(5) }), 'CD'],
    ['not by what was closed before a range', () => ({ notClosedBefore: ago(15), toDate: ago(5) }), 'C'],
    [
      'a preset counts back from now and leaves no end',
      () => ({ lastTime: 'SIX', fromDate: ago(500), toDate: ago(5) }) as const,
      'AB',
    ],
    [
      'a preset with what is not closed bounds closed events only',
      () => ({ lastTime: 'SIX', withNotClosed: true }) as const,
      'ABC',
    ],
    [
      'a longer preset with what is not closed has the closed ones of the period',
      () => ({ lastTime: 'WEEK', withNotClosed: true }) as const,
      'ABCD',
    ],
    [
      'what is not closed still passes the other filters',
      () => ({ lastTime: 'ONE', withNotClosed: true, category: 'WATER' }) as const,
      'C',
    ],
  ])('%s', async (_, query, expected) => {
    expect(await titles(query())).toBe(expected)
  })

  test('tickets need a permission; the bell counts OPEN and PENDING', async () => {
    const helper = await farm.as('Suínos', ['events.read', 'helpdesk.read'])
    expect(await titles({}, helper)).toBe('ABCDE')
    expect(data(await api.events.openCount())).toEqual({ LOW: 1, MODERATE: 1, MAJOR: 0, CRITICAL: 1, total: 3 })
  })
})
