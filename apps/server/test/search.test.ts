import { normalizeForSearch } from '@steading/contract/http/searchText'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTerminal } from './box.ts'
import { aFarm, data } from './farm.ts'
import type { Api, Farm } from './farm.ts'
import { createInterface } from '../src/interfaces/index.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Root')
  await fill()
})
afterAll(() => farm.close())

/** One of everything that lists show, each of these names. */
const NAMES = ['Pavilhão da Lezíria', 'Κοτόπουλα ΟΡΝΙΘΏΝΑΣ']
async function fill() {
  const { owner } = farm.world
  for (const name of NAMES) {
    data(await api.entities.create({ body: { type: 'SECTOR', parentId: farm.at.Paul!, name }, files: [] }))
    const { id } = await aTerminal(farm, 'Paul', { displayName: name })
    await farm.world.db.work(farm.system, work =>
      createInterface(work, farm.app.services.devices, {
        terminalId: id,
        entityId: farm.at.Paul!,
        displayName: name,
        category: 'CO2',
        address: 'x',
      }),
    )
    const email = await farm.person('Paul')
    await owner.query('update users set display_name = $1 where email = $2', [name, email])
    await owner.query(
      `insert into rules (entity_id, kind, template, display_name, body) values ($1, 'ALARM', 'ALARM_WITHOUT_ACTUATION', $2, '{}')`,
      [farm.at.Paul, name],
    )
    await owner.query(`insert into rule_groups (entity_id, display_name, created_at, updated_at) values ($1, $2, now(), now())`, [
      farm.at.Paul,
      name,
    ])
    await owner.query('insert into roles (entity_id, name) values ($1, $2)', [farm.at.Paul, name])
    await owner.query(
      `insert into rule_templates (entity_id, engine, name, inputs) values ($1, 'ALARM_WITHOUT_ACTUATION', $2, '{}')`,
      [farm.at.Paul, name],
    )
    await owner.query(
      `insert into events (entity_id, title, category, severity, status, source, open_date)
       values ($1, $2, 'CLIMATE', 'LOW', 'OPEN', 'PERSON', now())`,
      [farm.at.Paul, name],
    )
  }
}

type List = (search: string) => Promise<readonly object[]>
const lists: readonly [string, List][] = [
  ['entities', async search => data(await api.entities.search({ query: { search } })).content],
  ['entities to choose from', async search => data(await api.entities.list({ query: { search } }))],
  [
    'the tree',
    async search => data(await api.entities.allSubentities({ params: { id: farm.at.Paul! }, query: { search } })).content,
  ],
  ['people', async search => data(await api.users.search({ query: { search } })).content],
  ['terminals', async search => data(await api.terminals.search({ query: { search } })).content],
  ['interfaces', async search => data(await api.interfaces.search({ query: { search } })).content],
  ['rules', async search => data(await api.rules.search({ query: { search } })).content],
  ['groups', async search => data(await api.groups.search({ query: { search } })).content],
  ['roles', async search => data(await api.roles.search({ query: { search } })).content],
  ['templates', async search => data(await api.templates.search({ query: { search } })).content],
  ['events', async search => data(await api.events.search({ query: { title: search } })).content],
  ['the trace', async search => data(await api.audit.search({ query: { search, objectType: 'entity' } })).content],
]

describe.each(lists)('a search of %s', (_, list) => {
  test.each([
    ['leziria', 1],
    ['LEZIRIA', 1],
    ['lezíria', 1],
    ['LEZI\u0301RIA', 1],
    ['pavilhao da LEZ', 1],
    ['ορνιθωνας', 1],
    ['ΟΡΝΙΘΩΝΑΣ', 1],
    ['ορνιθώνασ', 1],
    ['lezirio', 0],
    ['lez%ria', 0],
  ])('%s finds %i', async (typed, count) => expect(await list(typed)).toHaveLength(count))
})

test('a match lies within one text of a line', async () => {
  const { rows } = await farm.world.owner.query<{ email: string }>(`select email::text from users where display_name like 'Pav%'`)
  expect(data(await api.users.search({ query: { search: rows[0]!.email.toUpperCase() } })).content).toHaveLength(1)
  expect(data(await api.users.search({ query: { search: `Lezíria${rows[0]!.email}` } })).content).toEqual([])
})

test('database and browser make text plain alike', async () => {
  // Latin and Greek, letter by letter, whole and taken apart.
  const letters = Array.from({ length: 0x1fff }, (_, code) => String.fromCodePoint(code + 0x20)).filter(
    letter => letter < '\u0400' || letter >= '\u1e00',
  )
  const all = [...letters, ...letters.map(letter => letter.normalize('NFD')), 'ΣΚΎΛΟΣ ΚΑΙ ΣΊΑ', '𝒜é']
  const { rows } = await farm.world.owner.query<{ said: string; plain: string }>(
    'select said, fold_text(said) as plain from unnest($1::text[]) said',
    [all],
  )
  expect(rows.filter(row => row.plain !== normalizeForSearch(row.said))).toEqual([])
})
