import { entityTypes } from '@steading/contract/entities/entities'
import type { CreateEntity, EditEntity, Entity, EntityType } from '@steading/contract/entities/entities'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
let made = 0
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Grupo')
})
afterAll(() => farm.close())

const code = () => (made++).toString(36).padStart(3, '0').slice(-3)
const create = async (wish: Omit<CreateEntity, 'name'> & { name?: string }, by = api, files: File[] = []) =>
  data(await by.entities.create({ body: { name: `New ${++made}`, ...wish }, files }))
/** An enterprise with a farm and a house in it. */
async function anEnterprise(parent = farm.at.Grupo!) {
  const enterprise = await create({ type: 'ENTERPRISE', parentId: parent, code: code().slice(1) })
  const place = await create({ type: 'FARM', parentId: enterprise.id, code: code() })
  const house = await create({ type: 'SECTOR', parentId: place.id, name: 'House' })
  return { enterprise, place, house }
}
const wishOf = ({ name, code: its, version, responsibleUsers, tags }: Entity): EditEntity => ({
  name,
  code: its,
  version,
  responsibleUserIds: responsibleUsers.map(responsibleUser => responsibleUser.userId),
  tagIds: tags.map(tag => tag.id),
})
const edit = (entity: Entity, change: Partial<EditEntity>, query = {}, by = api, files: File[] = []) =>
  by.entities.edit({ params: { id: entity.id }, query, body: { ...wishOf(entity), ...change }, files })
const details = async (id: string, by = api) => data(await by.entities.details({ params: { id } }))
const fields = (field: string, problem: string) => ({ failure: { code: 'INVALID_INPUT', fields: [{ field, code: problem }] } })
const trace = async (id: string) =>
  (
    await farm.world.owner.query<{ action: string; changes: { field: string; old: unknown; new: unknown }[] }>(
      `select action, changes from audit where object_type = 'entity' and object_id = $1 order by id`,
      [id],
    )
  ).rows

describe('the tree', () => {
  test('a type is allowed only below its parents', async () => {
    const parents = {
      ROOT: farm.at.Root!,
      GROUP: farm.at.Grupo!,
      ENTERPRISE: farm.at.Aves!,
      FARM: farm.at.Paul!,
      SECTOR: farm.at['House 1']!,
    }
    const root = await farm.as('Root')
    const allowed: string[] = []
    for (const [parent, parentId] of Object.entries(parents))
      for (const type of entityTypes.filter(entityType => entityType !== 'ROOT')) {
        const its = { ENTERPRISE: code().slice(1), FARM: code() }[type as string]
        const body = { type, parentId, name: 'Try', ...(its && { code: its }) } as CreateEntity // safe: ROOT is filtered out
        const isMade = await root.entities.create({ body, files: [] }).then(
          () => true,
          () => false,
        )
        if (isMade) allowed.push(`${type} below ${parent}`)
      }
    expect(allowed.toSorted()).toEqual([
      'ENTERPRISE below GROUP',
      'ENTERPRISE below ROOT',
      'FARM below ENTERPRISE',
      'GROUP below GROUP',
      'GROUP below ROOT',
      'PARTNER below ROOT',
      'SECTOR below FARM',
      'SECTOR below SECTOR',
    ])
  })

  test('answers the fields, parent and creator of an entity', async () => {
    const { enterprise, place, house } = await anEnterprise()
    expect(house).toMatchObject({
      displayName: `${place.name} | House`,
      type: 'SECTOR',
      status: 'ACTIVE',
      parent: { id: place.id, type: 'FARM' },
      farmOfSector: { id: place.id },
      enterprise: { id: enterprise.id },
      timeZone: 'Europe/Lisbon',
      children: 0,
      version: 1,
      createdBy: { shortName: expect.stringMatching(/^Person/) as string },
    })
    expect(await details(enterprise.id)).toMatchObject({ children: 1, farmOfSector: null })
    const rows = data(await api.entities.search({ query: { search: house.name, entityId: enterprise.id } }))
    expect(rows.content).toMatchObject([{ id: house.id, above: ['Grupo', enterprise.name, place.name] }])
  })

  test('a house is named after its own farm, at its making, under a new name and elsewhere', async () => {
    const one = await anEnterprise()
    const other = await anEnterprise()
    const room = await create({ type: 'SECTOR', parentId: other.house.id, name: 'Room' })
    const named = async (id: string) => (await details(id)).displayName
    expect([await named(one.house.id), await named(room.id)]).toEqual([`${one.place.name} | House`, `${other.place.name} | Room`])
    data(await edit(other.place, { name: 'Quinta Nova' }))
    expect([await named(other.house.id), await named(room.id)]).toEqual(['Quinta Nova | House', 'Quinta Nova | Room'])
    expect([await named(one.house.id), await named(other.enterprise.id)]).toEqual([
      `${one.place.name} | House`,
      other.enterprise.name,
    ])
  })

  test('a level at a time, the caller’s own tops first', async () => {
    const { enterprise, place } = await anEnterprise()
    const below = async (id: string) => data(await api.entities.subentities({ params: { id }, query: {} })).content
    expect((await below(enterprise.id)).map(one => one.id)).toEqual([place.id])
    const tops = data(await api.entities.top({ query: {} })).content
    expect(tops.every(top => top.parentId === farm.at.Grupo)).toBe(true)
    expect(tops.map(top => top.name)).toContain('Aves')
    const all = data(await api.entities.allSubentities({ params: { id: enterprise.id }, query: {} }))
    expect(all.totalElements).toBe(2)
  })
})

describe('depth', () => {
  test('a house deeper than the tree goes is refused by its parent, made there or moved there', async () => {
    const { enterprise, house } = await anEnterprise()
    let deepest = house.id
    const levels = (
      await farm.world.owner.query<{ n: number }>('select nlevel(path) as n from entities where id = $1', [house.id])
    ).rows[0]!.n
    for (let level = levels; level < 64; level++) deepest = (await create({ type: 'SECTOR', parentId: deepest })).id
    const tooDeep = fields('parentId', 'tooDeep')
    await expect(create({ type: 'SECTOR', parentId: deepest })).rejects.toMatchObject(tooDeep)
    const group = await create({ type: 'GROUP', parentId: farm.at.Grupo! })
    const move = api.entities.transfer({
      params: { id: enterprise.id },
      body: { parentId: group.id, version: enterprise.version },
    })
    await expect(move).rejects.toMatchObject(tooDeep)
  })
})

describe('fields', () => {
  const refused = [
    ['code', { type: 'FARM', code: 'AB' }, 'farmCode'],
    ['code', { type: 'FARM', code: 'AB-' }, 'farmCode'],
    ['code', { type: 'FARM' }, 'farmCode'],
    ['code', { type: 'FARM', code: null }, 'farmCode'],
    ['code', { type: 'FARM', code: 'ABCDE' }, 'farmCode'],
    ...['١٢٣', '１２３', '𝒜𝒜𝒜', 'ÁBC', 'ΑΒΓ', 'aaß', 'aaſ'].map(code => ['code', { type: 'FARM', code }, 'farmCode'] as const),
    ...['١٢', '１２', '𝒜𝒜', 'aß', 'ﬀ'].map(code => ['code', { type: 'ENTERPRISE', code }, 'enterpriseCode'] as const),
    ['code', { type: 'SECTOR', code: 'ABC' }, 'noCode'],
    ['longitude', { type: 'SECTOR', latitude: 38 }, 'bothCoordinates'],
    ['latitude', { type: 'SECTOR', longitude: -8 }, 'bothCoordinates'],
    ['code', { type: 'ENTERPRISE', code: 'ABC' }, 'enterpriseCode'],
    ['code', { type: 'GROUP', code: 'AB' }, 'noCode'],
    ['billingInformation', { type: 'FARM', code: 'A1B', billingInformation: { name: 'x' } }, 'noBilling'],
    ['billingInformation.iban', { type: 'GROUP', billingInformation: { iban: 'PT50 0002 0123 1234 5678 9015 5' } }, 'iban'],
    ['billingInformation.bicSwiftIso9362', { type: 'GROUP', billingInformation: { bicSwiftIso9362: 'BESCPTP' } }, 'bic'],
    ['billingInformation.email', { type: 'GROUP', billingInformation: { email: 'nobody' } }, 'email'],
    ['billingInformation.phoneNumber', { type: 'GROUP', billingInformation: { phoneNumber: '12345' } }, 'phone'],
    ['latitude', { type: 'GROUP', latitude: 90.1, longitude: 0 }, 'tooBig'],
    ['longitude', { type: 'GROUP', latitude: 38 }, 'bothCoordinates'],
    ['billingInformation.country', { type: 'GROUP', billingInformation: { country: 'Portugal' } }, 'notListed'],
    ['area', { type: 'GROUP', area: -1 }, 'tooSmall'],
    ['area', { type: 'GROUP', area: 1e10 }, 'area'],
    ['area', { type: 'GROUP', area: 0.000_000_000_01 }, 'area'],
    ['areaBoundaries', { type: 'GROUP', areaBoundaries: '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}' }, 'boundaries'],
    [
      'areaBoundaries',
      { type: 'GROUP', areaBoundaries: '{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}' },
      'boundariesCross',
    ],
    ['entityInfo', { type: 'GROUP', entityInfo: 'x'.repeat(1001) }, 'tooLong'],
    ['timeZone', { type: 'GROUP', timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['name', { type: 'GROUP', name: ' ' }, 'required'],
    ['path', { type: 'GROUP', path: '1' }, 'unknownField'],
  ] as const
  const parentOf = (type: EntityType) => farm.at[{ FARM: 'Aves', SECTOR: 'Paul' }[type as string] ?? 'Grupo']!

  test.each([
    ...refused,
    ['type', { type: 'ROOT' }, 'notOneOf'],
    ['version', { type: 'GROUP', version: 7 }, 'unknownField'],
  ] as const)('%s of %j is refused', async (field, wish, problem) => {
    const body = { parentId: parentOf(wish.type), name: 'Try', ...wish } as unknown as CreateEntity // safe: wrong on purpose
    await expect(api.entities.create({ body, files: [] })).rejects.toMatchObject(fields(field, problem))
  })

  test.each(refused)('refuses %s of %j if it exists', async (field, { type, ...wish }, problem) => {
    const its = { ENTERPRISE: code().slice(1), FARM: code() }[type as string]
    const there = await create({ type, parentId: parentOf(type), ...(its && { code: its }) })
    const body = { name: there.name, version: there.version, ...wish } as unknown as EditEntity // safe: wrong on purpose
    await expect(api.entities.edit({ params: { id: there.id }, query: {}, body, files: [] })).rejects.toMatchObject(
      fields(field, problem),
    )
    expect(await details(there.id)).toEqual(there)
  })

  test('stores valid values unchanged', async () => {
    const areaBoundaries = JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [-8, 39],
          [-8, 39.01],
          [-7.99, 39.01],
          [-8, 39],
        ],
      ],
    })
    const billingInformation = {
      name: 'Aves, Lda',
      iban: 'PT50000201231234567890154',
      bicSwiftIso9362: 'besCPTPL',
      country: 'PRT' as const,
    }
    const group = await create({
      type: 'GROUP',
      parentId: farm.at.Grupo!,
      area: 1234.5,
      usableArea: 1000,
      latitude: 39,
      longitude: -8,
      areaBoundaries,
      billingInformation,
      entityInfo: 'Gate code at the office',
      timeZone: 'Europe/Athens',
    })
    expect(group).toMatchObject({
      areaBoundaries,
      area: 1234.5,
      entityInfo: 'Gate code at the office',
      timeZone: 'Europe/Athens',
    })
    expect(group.billingInformation).toMatchObject({ iban: billingInformation.iban, bicSwiftIso9362: 'BESCPTPL', vat: null })
    const onMap = data(await api.entities.map({ query: {} }))
    expect(onMap.find(one => one.id === group.id)).toMatchObject({
      latitude: 39,
      longitude: -8,
      areaBoundaries,
      parentId: group.parent!.id,
    })
  })

  test('lists the entities on the map in natural order of their names', async () => {
    const { enterprise } = await anEnterprise()
    for (const [name, code] of [
      ['Zambujal', 'MP1'],
      ['Monte 10', 'MP2'],
      ['monte 2', 'MP3'],
      ['Álamo', 'MP4'],
    ] as const)
      await create({ type: 'FARM', parentId: enterprise.id, name, code, latitude: 39, longitude: -8 })
    const names = data(await api.entities.map({ query: { entityTypeNames: ['FARM'] } })).map(one => one.name)
    const ours = ['Álamo', 'monte 2', 'Monte 10', 'Zambujal']
    expect(names.filter(name => ours.includes(name))).toEqual(ours)
  })

  test('the map shows the worst open event of each subtree and its dashboard', async () => {
    const { enterprise, place } = await anEnterprise()
    const at = { latitude: 39, longitude: -8 }
    const calm = await create({ type: 'FARM', parentId: enterprise.id, name: 'Calm', code: code(), ...at })
    const house = await create({ type: 'SECTOR', parentId: place.id, name: 'House', ...at })
    await edit(place, { ...at })
    const { owner } = farm.world
    const { rows } = await owner.query<{ id: string }>(
      `insert into dashboards (entity_id, display_name, is_default) values ($1, 'Board', true) returning id::text`,
      [place.id],
    )
    for (const [entity, severity, status, category] of [
      [place.id, 'LOW', 'OPEN', 'CLIMATE'],
      [house.id, 'MAJOR', 'PENDING', 'CLIMATE'],
      [house.id, 'CRITICAL', 'CLOSED', 'CLIMATE'],
      [calm.id, 'CRITICAL', 'OPEN', 'HELPDESK'],
    ] as const)
      await owner.query(
        `insert into events (entity_id, source, title, severity, category, status, open_date, close_date)
          values ($1, 'PERSON', 'Event', $2, $4, $3, now(), case when $3 = 'CLOSED' then now() end)`,
        [entity, severity, status, category],
      )
    const onMap = data(await api.entities.map({ query: {} }))
    const worst = (id: string) => onMap.find(one => one.id === id)
    expect(worst(place.id)).toMatchObject({ worst: 'MAJOR', dashboard: { id: rows[0]!.id, displayName: 'Board' } })
    expect(worst(house.id)).toMatchObject({ worst: 'MAJOR', dashboard: null })
    expect(worst(calm.id)).toMatchObject({ worst: null, dashboard: null })
  })

  test('the map says of each place whether one above it is on the map too', async () => {
    const { enterprise, place } = await anEnterprise()
    const at = { latitude: 39, longitude: -8 }
    const house = await create({ type: 'SECTOR', parentId: place.id, name: 'House', ...at })
    const room = await create({ type: 'SECTOR', parentId: house.id, name: 'Room', ...at })
    const placesAbove = async (query: { entityTypeNames?: ('SECTOR' | 'FARM')[] } = {}) => {
      const onMap = data(await api.entities.map({ query: { ...query, entityId: enterprise.id } }))
      return Object.fromEntries(onMap.map(({ id, hasPlaceAbove }) => [id, hasPlaceAbove]))
    }
    expect(await placesAbove()).toEqual({ [house.id]: false, [room.id]: true })
    await edit(place, at)
    expect(await placesAbove()).toEqual({ [place.id]: false, [house.id]: true, [room.id]: true })
    expect(await placesAbove({ entityTypeNames: ['SECTOR'] })).toEqual({ [house.id]: false, [room.id]: true })
  })

  test('codes are unique per tenant or enterprise, case-insensitively', async () => {
    const { enterprise, place } = await anEnterprise()
    const twin = await api.entities.create({
      body: { type: 'ENTERPRISE', parentId: farm.at.Grupo!, name: 'Twin', code: enterprise.code!.toLowerCase() },
      files: [],
    })
    expect(twin).toMatchObject({ refused: 'ENTITY_CODE_IN_USE' })
    const again = { type: 'FARM', name: 'Twin', code: place.code } as const
    expect(await api.entities.create({ body: { ...again, parentId: enterprise.id }, files: [] })).toMatchObject({
      refused: 'ENTITY_CODE_IN_USE',
    })
    expect((await create({ ...again, parentId: farm.at.Aves! })).code).toBe(place.code)
    const other = await create({ type: 'FARM', parentId: enterprise.id, code: code() })
    expect(await edit(other, { code: place.code! })).toMatchObject({ refused: 'ENTITY_CODE_IN_USE' })
  })
})

describe('people in charge', () => {
  const person = async (where: string) => {
    const email = await farm.person(where)
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [email])
    return rows[0]!.id
  }

  test('responsible users are active and have access, the nearest named ones are notified', async () => {
    const one = await person('Aves')
    const two = await person('Paul')
    const stranger = await person('Suínos')
    const gone = await person('Paul')
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [gone])
    const paul = await details(farm.at.Paul!)
    const tried = (id: string) => edit(paul, { responsibleUserIds: [one, id], code: 'PAU' })
    await expect(tried(stranger)).rejects.toMatchObject(fields('responsibleUserIds.1', 'notFound'))
    await expect(tried(gone)).rejects.toMatchObject(fields('responsibleUserIds.1', 'inactivePerson'))
    const after = data(await edit(paul, { responsibleUserIds: [two, one], code: 'PAU' }))
    expect(after.responsibleUsers.map(who => who.userId)).toEqual([two, one])
    const responsibleNames = async (at: string, besides?: string) =>
      data(await api.entities.responsibleUsers({ params: { id: farm.at[at]! }, query: { besides } })).people.map(
        who => who.userId,
      )
    expect(await responsibleNames('House 1')).toEqual([two, one])

    // Beside one of them, and beside the only one: who is named above.
    expect(await responsibleNames('House 1', two)).toEqual([one])
    const house = await details(farm.at['House 2']!)
    data(await edit(house, { responsibleUserIds: [two] }))
    expect(await responsibleNames('House 2')).toEqual([two])
    expect(await responsibleNames('House 2', two)).toEqual([one])
  })

  test('an edit keeps responsible users who are out of scope, and audits all of them', async () => {
    const { place } = await anEnterprise()
    farm.at['own farm'] = place.id
    const local = await farm.as('own farm')
    const above = await person('Grupo')
    const one = await person('own farm')
    const boss = await person('Root')
    const two = await person('own farm')
    const root = await farm.as('Root')
    const named = async () =>
      data(await root.entities.details({ params: { id: place.id } })).responsibleUsers.map(who => who.userId)
    data(await edit(await details(place.id, root), { responsibleUserIds: [above, one, boss, two] }, {}, root))
    const seen = await details(place.id, local)
    expect(seen.responsibleUsers.map(who => who.userId)).toEqual([one, two])
    expect(seen.hiddenResponsibles).toBe(2)
    const responsible = data(await local.entities.responsibleUsers({ params: { id: place.id }, query: {} }))
    expect(responsible).toMatchObject({ people: [{ userId: one }, { userId: two }], hidden: 2 })
    const after = data(await edit(seen, { responsibleUserIds: [two, one] }, {}, local))
    expect(await named()).toEqual([above, two, boss, one])
    const change = (await trace(place.id)).at(-1)!.changes
    expect(change).toMatchObject([{ field: 'responsibleUsers' }])
    expect(String(change[0]!.old).split(', ')).toHaveLength(4)
    expect(change[0]!.new).not.toBe(change[0]!.old)
    // Also when they are named along, and when nobody else is left.
    const gone = data(await edit(after, { responsibleUserIds: [boss] }, {}, local))
    expect(await named()).toEqual([above, boss])
    data(await edit(gone, { responsibleUserIds: [one] }, {}, local))
    expect(await named()).toEqual([above, boss, one])
  })

  test('a list that is too long together with whom the editor does not see is refused', async () => {
    const { place } = await anEnterprise()
    farm.at['crowded farm'] = place.id
    const local = await farm.as('crowded farm')
    const root = await farm.as('Root')
    const one = await person('crowded farm')
    const above = await person('Root')
    const { rows: more } = await farm.world.owner.query<{ id: string }>(
      `insert into users (display_name, short_name, email, role_id, entity_id)
       select 'Crowd ' || n, 'Crowd ' || n, 'crowd' || n || '@steading.example', role_id, entity_id
       from users, generate_series(1, 49) n where id = $1 returning id::text`,
      [one],
    )
    const seen = [one, ...more.map(({ id }) => id)]
    data(await edit(await details(place.id, root), { responsibleUserIds: [above] }, {}, root))
    const before = await details(place.id, local)
    await expect(edit(before, { responsibleUserIds: seen }, {}, local)).rejects.toMatchObject(
      fields('responsibleUserIds', 'tooMany'),
    )
    data(await edit(before, { responsibleUserIds: seen.slice(1) }, {}, local))
    const whole = await details(place.id, root)
    expect(whole.responsibleUsers).toHaveLength(50)
    data(await edit(whole, {}, {}, root))
  })
})

describe('edit', () => {
  test('each field is audited, and an old version is refused', async () => {
    const { house } = await anEnterprise()
    const after = data(await edit(house, { name: 'House A', usableArea: 900 }))
    expect(after).toMatchObject({
      name: 'House A',
      usableArea: 900,
      version: 2,
      lastUpdatedBy: { shortName: expect.any(String) as string },
    })
    expect((await trace(house.id)).at(-1)).toEqual({
      action: 'UPDATE',
      changes: [
        { field: 'name', old: 'House', new: 'House A' },
        { field: 'usableArea', old: null, new: 900 },
      ],
    })
    await expect(edit(house, { name: 'House B' })).rejects.toMatchObject({ failure: { code: 'VERSION_CONFLICT' } })
    expect((await details(house.id)).name).toBe('House A')
  })

  test('disabling an entity with dependencies needs a confirmation', async () => {
    const { enterprise, place, house } = await anEnterprise()
    expect(await edit(enterprise, { status: 'DISABLED' })).toMatchObject({
      refused: 'CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES',
    })
    const off = data(await edit(enterprise, { status: 'DISABLED' }, { confirm: true }))
    expect(off.status).toBe('DISABLED')
    expect((await details(place.id)).status).toBe('ACTIVE')
    expect(data(await edit(house, { status: 'DISABLED' })).status).toBe('DISABLED')
    const closed = { ...wishOf(house), status: 'CLOSED' } as unknown as EditEntity // safe: wrong on purpose
    await expect(api.entities.edit({ params: { id: house.id }, query: {}, body: closed, files: [] })).rejects.toMatchObject(
      fields('status', 'notOneOf'),
    )
    await farm.world.owner.query(`update entities set status = 'EXPIRED' where id = $1`, [place.id])
    expect(data(await edit(place, { status: 'ACTIVE' })).status).toBe('EXPIRED')
  })

  test('a picture is scaled and stripped of metadata, invalid ones are refused', async () => {
    const { house } = await anEnterprise()
    const photo = await sharp({ create: { width: 4000, height: 2000, channels: 3, background: '#446' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const file = (content: Uint8Array, name = 'house.jpg') => new File([new Uint8Array(content)], name, { type: 'image/jpeg' })
    const after = data(await edit(house, {}, {}, api, [file(photo)]))
    expect(after.hasImage).toBe(true)
    const { content, name } = data(await api.entities.image({ params: { id: house.id } }))
    const bytes = Buffer.from(await content.arrayBuffer())
    expect([name, await sharp(bytes).metadata()]).toMatchObject(['House.webp', { format: 'webp', width: 1600, height: 800 }])
    expect(bytes.includes('secret place')).toBe(false)
    await expect(edit(after, {}, {}, api, [file(Buffer.from('<svg/>'))])).rejects.toMatchObject(fields('file', 'image'))
    await expect(edit(after, {}, {}, api, [file(photo), file(photo)])).rejects.toMatchObject({
      failure: { code: 'TOO_MANY_FILES' },
    })
    const large = file(Buffer.alloc(16 * 1_048_576))
    const message = expect.stringMatching(/larger than \d+ MB/) as string
    await expect(edit(after, {}, {}, api, [large])).rejects.toMatchObject({
      failure: { code: 'TOO_LARGE', fields: [{ code: 'fileTooLarge', message }] },
    })
    expect(data(await edit(after, { removeImage: true })).hasImage).toBe(false)
    await expect(api.entities.image({ params: { id: house.id } })).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    const { rows } = await farm.world.owner.query('select 1 from pictures')
    expect(rows).toEqual([])
  })
})

describe('delete', () => {
  test('deletes only an entity without dependencies', async () => {
    const { enterprise, place, house } = await anEnterprise()
    const remove = (id: string) => api.entities.remove({ params: { id } })
    expect(await remove(enterprise.id)).toMatchObject({ refused: 'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES' })
    for (const { id } of [house, place, enterprise]) expect(await remove(id)).toEqual({ data: {} })
    await expect(details(house.id)).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    const root = await farm.as('Root')
    expect(await root.entities.remove({ params: { id: farm.at.Root! } })).toMatchObject({
      refused: 'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES',
    })
  })
})

describe('transfer', () => {
  const move = (entity: Entity, parentId: string, by = api) =>
    by.entities.transfer({ params: { id: entity.id }, body: { parentId, version: entity.version } })

  test('takes all along: reach, names and codes follow at once', async () => {
    const { enterprise, place, house } = await anEnterprise()
    const group = await create({ type: 'GROUP', parentId: farm.at.Grupo! })
    farm.at['new group'] = group.id
    const there = await farm.as('new group')
    await expect(details(house.id, there)).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    expect(data(await move(enterprise, group.id)).parent?.id).toBe(group.id)
    expect((await details(house.id, there)).displayName).toBe(`${place.name} | House`)
    const { rows } = await farm.world.owner.query<{ path: string }>('select path::text from entities where id = $1', [house.id])
    expect(rows[0]!.path.split('.').slice(-4)).toEqual([group.id, enterprise.id, place.id, house.id])
    expect((await trace(enterprise.id)).at(-1)).toMatchObject({
      action: 'TRANSFER',
      changes: [{ field: 'parent', new: group.name }],
    })
  })

  test('transfers only groups and enterprises, to valid parents in scope', async () => {
    const { enterprise, place, house } = await anEnterprise()
    const group = await create({ type: 'GROUP', parentId: farm.at.Grupo! })
    const inner = await create({ type: 'GROUP', parentId: group.id })
    const notThere = fields('parentId', 'notThere')
    await expect(move(place, farm.at.Aves!)).rejects.toMatchObject(notThere)
    await expect(move(house, farm.at.Paul!)).rejects.toMatchObject(notThere)
    await expect(move(enterprise, farm.at.Aves!)).rejects.toMatchObject(notThere)
    await expect(move(group, inner.id)).rejects.toMatchObject(notThere)
    await expect(move(group, group.id)).rejects.toMatchObject(notThere)
    await expect(move(group, farm.at.Root!)).rejects.toMatchObject(fields('parentId', 'notFound'))
    await expect(move({ ...group, version: 9 }, farm.at.Grupo!)).rejects.toMatchObject({ failure: { code: 'VERSION_CONFLICT' } })
  })

  test('a transfer keeps the users’ access by role and removes tags of the old parent', async () => {
    const group = await create({ type: 'GROUP', parentId: farm.at.Grupo! })
    const { enterprise } = await anEnterprise(group.id)
    const one = async (text: string, values: unknown[]) =>
      (await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)).rows[0]!.id
    const role = await one(`insert into roles (entity_id, name) values ($1, 'Of the group')`, [group.id])
    await farm.world.owner.query(`insert into role_permissions values ($1, 'entities.read')`, [role])
    farm.at.moved = enterprise.id
    const email = await farm.person('moved', [])
    await farm.world.owner.query('update users set role_id = $1 where email = $2', [role, email])
    const tag = data(await api.tags.create({ query: { entityId: group.id }, body: { name: 'organic' } })).tag
    const tagged = data(await edit(enterprise, { tagIds: [tag.id] }))
    expect(tagged.tags).toMatchObject([{ name: 'organic' }])
    expect(data(await move(tagged, farm.at.Grupo!)).tags).toEqual([])
    const mover = farm.api(await farm.login(email))
    expect((await details(enterprise.id, mover)).id).toBe(enterprise.id)
    await farm.world.owner.query('delete from role_permissions where role_id = $1', [role])
    expect((await details(enterprise.id, mover)).id).toBe(enterprise.id)
  })

  test('a rule that reaches over the edge keeps it where it is, one inside does not', async () => {
    const { enterprise, house } = await anEnterprise()
    const one = async (text: string, values: unknown[]) =>
      (await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)).rows[0]!.id
    const box = await one(
      `insert into terminals (entity_id, uid, display_name, profile) values ($1, $2, 'Box', 'FC-SMARTBOX-1')`,
      [house.id, `edge${String(++made).padStart(12, '0')}`],
    )
    const sensor = await one(
      `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history)
       values ($1, $2, 1, 'T', 'TEMPERATURE', 'DECIMAL', 'IN', 'a', 'ALL_VALUES')`,
      [box, house.id],
    )
    const rule = (entity: string) =>
      one(`insert into rules (entity_id, kind, template, display_name, body) values ($1, 'ALARM', 'x', 'Rule', '{}')`, [entity])
    const group = await create({ type: 'GROUP', parentId: farm.at.Grupo! })
    const inside = await rule(house.id)
    await farm.world.owner.query(`insert into rule_interfaces (rule_id, interface_id, role) values ($1, $2, 'IN')`, [
      inside,
      sensor,
    ])
    const moved = data(await move(enterprise, group.id))
    const across = await rule(group.id)
    await farm.world.owner.query(`insert into rule_interfaces (rule_id, interface_id, role) values ($1, $2, 'IN')`, [
      across,
      sensor,
    ])
    expect(await move(moved, farm.at.Grupo!)).toMatchObject({ refused: 'CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES' })
    expect((await details(enterprise.id)).parent?.id).toBe(group.id)
  })
})

describe('dependencies of a transfer', () => {
  const move = (entity: Entity, parentId: string) =>
    api.entities.transfer({ params: { id: entity.id }, body: { parentId, version: entity.version } })
  const group = () => create({ type: 'GROUP', parentId: farm.at.Grupo! })
  const one = async (text: string, values: unknown[]) =>
    (await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)).rows[0]!.id
  const aBox = (place: string) =>
    one(`insert into terminals (entity_id, uid, display_name, profile) values ($1, $2, 'Box', 'FC-SMARTBOX-1')`, [
      place,
      `over${String(++made).padStart(12, '0')}`,
    ])
  const aSensor = (box: string, place: string) =>
    one(
      `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history)
       values ($1, $2, $3, 'Air', 'TEMPERATURE', 'DECIMAL', 'IN', 'air', 'NO_HISTORY')`,
      [box, place, ++made],
    )
  const refused = { refused: 'CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES' }

  test('a box above keeps its interfaces until the entities they are in are free of them', async () => {
    const here = await group()
    const there = await group()
    const inner = await create({ type: 'GROUP', parentId: here.id })
    const { enterprise, place, house } = await anEnterprise(here.id)
    const box = await aBox(here.id)
    const sensors = [await aSensor(box, place.id), await aSensor(box, house.id)]
    expect(await move(enterprise, there.id)).toMatchObject(refused)
    // Below the same box it may move.
    const below = data(await move(enterprise, inner.id))
    expect(await move(inner, there.id)).toMatchObject(refused)
    await farm.world.owner.query('update interfaces set deleted_at = now() where id = $1', [sensors[0]])
    expect(await move(below, there.id)).toMatchObject(refused)
    await farm.world.owner.query('update interfaces set deleted_at = now() where id = $1', [sensors[1]])
    expect(data(await move(below, there.id)).parent?.id).toBe(there.id)
  })

  test('a box takes its interfaces along, and a retired one blocks nothing', async () => {
    const here = await group()
    const there = await group()
    const { enterprise, place } = await anEnterprise(here.id)
    const beside = await anEnterprise(here.id)
    const box = await aBox(place.id)
    await aSensor(box, place.id)
    const stray = await aSensor(box, beside.place.id)
    expect(await move(enterprise, there.id)).toMatchObject(refused)
    await farm.world.owner.query('update interfaces set entity_id = $2 where id = $1', [stray, place.id])
    const moved = data(await move(enterprise, there.id))
    const above = await aBox(there.id)
    await aSensor(above, place.id)
    expect(await move(moved, here.id)).toMatchObject(refused)
    await farm.world.owner.query('update terminals set retired_at = now() where id = $1', [above])
    expect(data(await move(moved, here.id)).parent?.id).toBe(here.id)
  })

  test('copies roles under free names of valid length, with their users in the audit', async () => {
    const here = await group()
    const there = await group()
    const { enterprise, place } = await anEnterprise(here.id)
    const long = 'A role whose name is as long as a name may be, 50.'
    expect(long).toHaveLength(50)
    farm.at['brought'] = place.id
    const first = await farm.person('brought', [])
    const second = await farm.person('brought', [])
    const give = async (email: string, role: string) =>
      (
        await farm.world.owner.query<{ id: string }>('update users set role_id = $1 where email = $2 returning id::text', [
          role,
          email,
        ])
      ).rows[0]!.id
    const aRole = (name: string) => one('insert into roles (entity_id, name) values ($1, $2)', [here.id, name])
    const roles = [await aRole(long), await aRole(long.toUpperCase().replace('A ROLE', 'B role'))]
    // The place has roles of that name already, also one that is a copy's.
    const taken = async (name: string) => one('insert into roles (entity_id, name) values ($1, $2)', [enterprise.id, name])
    await taken(long.toUpperCase())
    await taken(`${long.slice(0, 46)} (2)`)
    const people = [await give(first, roles[0]!), await give(second, roles[1]!)]
    const moved = data(await move(enterprise, there.id))
    const { rows: copies } = await farm.world.owner.query<{ id: string; name: string; who: string | null }>(
      `select roles.id::text, roles.name::text, users.id::text as who from roles join users on users.role_id = roles.id
       where roles.entity_id = $1 order by users.id`,
      [enterprise.id],
    )
    expect(copies.map(copy => copy.who)).toEqual(people)
    expect(copies[0]!.name).toBe(`${long.slice(0, 46)} (3)`)
    const auditEntry = async (type: string, id: string) =>
      (
        await farm.world.owner.query<{ action: string; changes: unknown }>(
          'select action, changes from audit where object_type = $1 and object_id = $2 order by id desc limit 1',
          [type, id],
        )
      ).rows[0]
    expect(await auditEntry('role', copies[0]!.id)).toMatchObject({
      action: 'CREATE',
      changes: [{ field: 'name', old: null, new: copies[0]!.name }],
    })
    expect(await auditEntry('user', people[0]!)).toMatchObject({
      action: 'UPDATE',
      changes: [{ field: 'role', old: `${long} (${roles[0]})`, new: `${copies[0]!.name} (${copies[0]!.id})` }],
    })
    // Again and again, and once more.
    const back = data(await move(moved, here.id))
    await give(first, roles[0]!)
    expect(data(await move(back, there.id)).parent?.id).toBe(there.id)
  })

  test('audits removed tags at each entity that lost some', async () => {
    const here = await group()
    const there = await group()
    const { enterprise, house } = await anEnterprise(here.id)
    const tag = async (at: string, name: string) =>
      data(await api.tags.create({ query: { entityId: at }, body: { name } })).tag.id
    const tags = [await tag(here.id, 'organic'), await tag(here.id, 'layers'), await tag(enterprise.id, 'own')]
    data(await edit(house, { tagIds: tags }))
    const tagged = data(await edit(enterprise, { tagIds: tags }))
    data(await move(tagged, there.id))
    const lost = { field: 'tags', old: 'layers, organic, own', new: 'own' }
    expect((await trace(house.id)).at(-1)).toEqual({ action: 'UPDATE', changes: [lost] })
    expect((await trace(enterprise.id)).at(-1)).toMatchObject({
      action: 'TRANSFER',
      changes: expect.arrayContaining([lost]) as unknown,
    })
  })
})

describe('a deleted entity', () => {
  test('its audit entries stay visible to the entities above, removed tags included', async () => {
    const { enterprise, place, house } = await anEnterprise()
    const tag = data(await api.tags.create({ query: { entityId: house.id }, body: { name: 'of the house' } })).tag.id
    const manager = await farm.as('Grupo')
    const beside = await farm.as('Aves')
    const made = async (id: string, by: Api) =>
      data(await by.audit.search({ query: { objectType: 'entity', objectId: id, action: 'CREATE' } })).content
    expect(await made(house.id, manager)).toHaveLength(1)
    expect(await api.entities.remove({ params: { id: house.id } })).toEqual({ data: {} })
    expect(await made(house.id, manager)).toMatchObject([{ objectName: 'House', entity: { id: place.id } }])
    expect(await api.entities.remove({ params: { id: place.id } })).toEqual({ data: {} })
    expect(await made(house.id, manager)).toMatchObject([{ entity: { id: enterprise.id } }])
    expect(await made(place.id, manager)).toHaveLength(1)
    expect(await made(house.id, beside)).toEqual([])
    const tags = data(await manager.audit.search({ query: { objectType: 'tag', objectId: tag } })).content
    expect(tags.map(one => one.action)).toEqual(['DELETE', 'CREATE'])
    const { rows } = await farm.world.owner.query<{ was: string }>(
      `select original_entity_id::text as was from audit where object_type = 'entity' and object_id = $1 and action = 'CREATE'`,
      [house.id],
    )
    expect(rows).toEqual([{ was: house.id }])
  })
})

describe('a search', () => {
  test('finds an entity by its full name, and by words of its own and of its parents', async () => {
    const its = await create({ type: 'ENTERPRISE', parentId: farm.at.Grupo!, code: code().slice(1), name: 'Aviários do Sado' })
    const place = await create({ type: 'FARM', parentId: its.id, code: code(), name: 'Quinta da Várzea' })
    const house = await create({ type: 'SECTOR', parentId: place.id, name: 'Pavilhão Novo' })
    const found = async (search: string, by = api) =>
      data(await by.entities.search({ query: { search, itemsPerPage: 50 } })).content.map(one => one.id)
    for (const typed of [
      'Quinta da Várzea | Pavilhão Novo',
      'varzea pavilhao novo',
      'Várzea  Novo',
      'pavilhao novo sado',
      'PAVILHÃO | NOVO',
      'novo varzea',
    ])
      expect({ typed, found: await found(typed) }).toEqual({ typed, found: [house.id] })
    // One word at least is its own.
    expect(await found('varzea sado')).toEqual([place.id])
    expect(await found('varzea')).toEqual([place.id])
    expect(await found('varzea pavilhao velho')).toEqual([])
    expect(data(await api.entities.list({ query: { search: 'várzea pavilhão' } })).map(one => one.id)).toEqual([house.id])
    // What the caller does not see tells nothing.
    farm.at['varzea'] = place.id
    const below = await farm.as('varzea')
    expect(await found('pavilhao varzea', below)).toEqual([house.id])
    expect(await found('pavilhao sado', below)).toEqual([])
    expect(await found('pavilhao grupo', below)).toEqual([])
  })

  test('finds an entity by its new parent and by the new name of a parent', async () => {
    const group = await create({ type: 'GROUP', parentId: farm.at.Grupo!, name: 'Cooperativa Norte' })
    const { enterprise, place, house } = await anEnterprise()
    const found = async (search: string) => data(await api.entities.search({ query: { search } })).content.map(one => one.id)
    data(await edit(place, { name: 'Casal Novo' }))
    expect(await found('casal house')).toEqual([house.id])
    const fresh = await details(enterprise.id)
    data(await api.entities.transfer({ params: { id: enterprise.id }, body: { parentId: group.id, version: fresh.version } }))
    expect(await found('cooperativa house')).toEqual([house.id])
    expect(await found(`${fresh.code} house casal`)).toEqual([house.id])
    // Somebody below renames it, who sees nothing of what stands above.
    farm.at['renaming'] = house.id
    const below = await farm.as('renaming')
    const renamed = data(await edit(await details(house.id, below), { name: 'Granja' }, {}, below))
    expect(renamed.displayName).toBe('Casal Novo | Granja')
    expect(await found('cooperativa granja')).toEqual([house.id])
  })
})

describe('tags', () => {
  test('shows one name per line, with parents after it', async () => {
    const { enterprise, house } = await anEnterprise()
    const make = async (entityId: string, name: string, by = api) =>
      data(await by.tags.create({ query: { entityId }, body: { name } }))
    const first = await make(enterprise.id, 'Organic')
    expect(first.result).toBe('SUCCESS')
    expect(await make(enterprise.id, 'organic')).toMatchObject({ result: 'ERROR', tag: { id: first.tag.id } })
    farm.at.house = house.id
    const local = await farm.as('house')
    expect(await make(house.id, 'ORGANIC', local)).toMatchObject({
      result: 'DEFERRED',
      tag: { id: first.tag.id, name: 'Organic' },
    })
    expect((await make(farm.at.Aves!, 'Organic')).result).toBe('SUCCESS')
    const offered = data(await local.tags.list({ query: { entityId: house.id } }))
    expect(offered.map(one => one.id)).toEqual([first.tag.id])
    expect(data(await edit(house, { tagIds: [first.tag.id] }, {}, local)).tags).toMatchObject([{ name: 'Organic' }])
    const found = data(await api.entities.search({ query: { tagIds: [first.tag.id] } }))
    expect(found.content.map(one => one.id)).toEqual([house.id])
    const renamed = data(
      await api.tags.edit({
        params: { id: first.tag.id },
        body: { name: 'Bio', translations: { 'pt-PT': 'Biológico' }, version: 1 },
      }),
    )
    expect(renamed).toMatchObject({ result: 'SUCCESS', tag: { name: 'Bio', translations: { 'pt-PT': 'Biológico' }, version: 2 } })
    await expect(local.tags.remove({ params: { id: first.tag.id } })).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
    expect(await api.tags.remove({ params: { id: first.tag.id } })).toEqual({ data: {} })
    const { rows } = await farm.world.owner.query<{ changes: unknown[] }>(
      `select changes from audit where object_type = 'tag' and action = 'DELETE' and object_id = $1`,
      [first.tag.id],
    )
    expect(rows[0]!.changes).toContainEqual({
      field: 'entities',
      old: [`${(await details(house.id)).farmOfSector!.name} | House`],
      new: null,
    })
    expect((await details(house.id)).tags).toEqual([])
  })
})
