import { KIND_OF, RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { TemplateInput as Input } from '@steading/contract/rules/templateInputs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { inputsOf } from './engines.ts'

let farm: Farm
let api: Api
let made = 0
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const whole = (id: string): TemplateInput => inputsOf('THERMOSTAT').find(input => input.id === id)!
const asked = [whole('sensors'), whole('outputs'), whole('mode')]
const create = async (inputs: readonly TemplateInput[] = asked, place = 'Aves', by = api, name = `Made ${++made}`) =>
  data(await by.templates.create({ body: { entityId: farm.at[place]!, name, engine: 'THERMOSTAT', inputs: [...inputs] } }))
const failing = (code: string, field?: string) => ({
  failure: { code, ...(field && { fields: expect.arrayContaining([expect.objectContaining({ field })]) as unknown }) },
})
const fields = (...all: readonly (readonly [field: string, code: string])[]) => ({
  failure: { code: 'INVALID_INPUT', fields: all.map(([field, code]) => ({ field, code })) },
})
const search = async (query: object, by = api) => data(await by.templates.search({ query: { itemsPerPage: 50, ...query } }))

describe('the product’s own', () => {
  test('has one for each kind of rule, in the order of forms, for all users', async () => {
    const reader = await farm.as('House 1', ['rules.read', 'rulesTemplates.read'])
    const listed = data(await reader.templates.list({ query: { entityId: farm.at['House 1']! } })).filter(one => one.isSystem)
    expect(listed.map(one => one.category.id)).toEqual(RULE_TEMPLATES)
    expect(listed.map(one => one.category.kind)).toEqual(Object.values(KIND_OF))
    expect(data(await reader.templates.categories()).map(one => one.id)).toEqual(RULE_TEMPLATES)
    expect(listed.filter(one => one.hasEvent).map(one => one.category.kind)).toEqual(['ALARM', 'ALARM', 'ALARM'])
    expect(listed.some(one => one.editable)).toBe(false)
  })

  test('lists the inputs by tabs, with the bounds that its rules are checked against', async () => {
    const { content } = await search({})
    for (const { id, category } of content.filter(one => one.isSystem)) {
      const { inputs, groups } = data(await api.templates.details({ params: { id } }))
      expect(inputs).toEqual(inputsOf(category.id).map(input => Input.parse(input)))
      expect(new Set(inputs.map(input => input.group))).toEqual(new Set(groups))
      expect(groups.includes('actions')).toBe(category.id !== 'ALARM_WITHOUT_ACTUATION' && category.id !== 'CLOUD_ALARM')
    }
    const control = inputsOf('PROPORTIONAL').filter(input => input.group === 'regulation')
    expect(control.map(one => one.id).slice(0, 5)).toEqual(['mode', 'setPoint', 'band', 'minOutput', 'maxOutput'])
    const of = (id: string) => inputsOf('PROPORTIONAL').find(input => input.id === id)
    expect(of('setPoint')).toMatchObject({ type: 'DECIMAL', min: -20, max: 60, defaultValue: 22, required: false, unit: '°C' })
    expect(of('cycleTime')).toMatchObject({ type: 'INTEGER', min: 0, max: 900, duration: true })
    expect(of('sensors')).toMatchObject({ type: 'DROPGROUP', min: 1, max: 8, required: true })
    expect(of('mode')).toMatchObject({ enumEntries: ['COOL', 'HEAT'], required: true })
    const limits = (engine: 'ALARM_WITHOUT_ACTUATION' | 'CLOUD_ALARM') =>
      inputsOf(engine)[0]?.inputs?.map(input => [input.defaultValue, input.min])
    expect(limits('ALARM_WITHOUT_ACTUATION')).toEqual([
      ['00:00', undefined],
      ['00:00', undefined],
      [3, 0],
    ])
    expect(limits('CLOUD_ALARM')).toEqual([
      ['00:10', undefined],
      ['00:00', undefined],
      [3, 1],
    ])
  })

  test('are searched in the caller’s language, and cannot be changed or deleted', async () => {
    const { content } = await search({ search: 'override sched' })
    expect(content.map(one => one.category.id)).toEqual(['FORCED_SCHEDULER'])
    const { id } = content[0]!
    const raw = data(await api.templates.raw({ params: { id } }))
    const refused = { refused: 'CANNOT_CHANGE_A_SYSTEM_TEMPLATE' }
    expect(await api.templates.edit({ params: { id }, body: { ...raw, version: 1 } })).toMatchObject(refused)
    expect(await api.templates.remove({ params: { id } })).toMatchObject(refused)
    // Still there.
    expect(data(await api.templates.details({ params: { id } })).id).toBe(id)
    expect((await search({ search: 'no such thing' })).content).toEqual([])
  })
})

describe('a custom template', () => {
  test('is created, listed, changed and deleted, each audited', async () => {
    const one = await create()
    expect(one).toMatchObject({
      isSystem: false,
      editable: true,
      entity: { name: 'Aves' },
      groups: ['sensors', 'regulation', 'actions'],
    })
    const raw = data(await api.templates.raw({ params: { id: one.id } }))
    expect(raw.inputs).toEqual(asked.map(input => Input.parse(input)))
    const inputs = [...raw.inputs, { ...whole('setPoint'), min: 15, max: 30, defaultValue: 21 }]
    const changed = data(await api.templates.edit({ params: { id: one.id }, body: { ...raw, inputs, version: one.version } }))
    expect(changed).toMatchObject({ version: 2, lastUpdatedBy: { shortName: expect.any(String) as string } })
    expect(changed.inputs.at(-1)).toMatchObject({ id: 'setPoint', min: 15, max: 30, defaultValue: 21 })
    await expect(api.templates.edit({ params: { id: one.id }, body: { ...raw, version: 1 } })).rejects.toMatchObject(
      failing('VERSION_CONFLICT'),
    )
    expect((await search({ entityId: farm.at.Aves!, search: one.name! })).content.map(({ id }) => id)).toEqual([one.id])
    expect((await search({ entityId: farm.at.Paul!, search: one.name! })).content).toEqual([])
    data(await api.templates.remove({ params: { id: one.id } }))
    await expect(api.templates.details({ params: { id: one.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
    // Its name is free again.
    await create(asked, 'Aves', api, one.name!)
    const { rows } = await farm.world.owner.query<{ action: string }>(
      `select action from audit where object_type = 'template' and object_id = $1 order by id`,
      [one.id],
    )
    expect(rows.map(row => row.action)).toEqual(['CREATE', 'UPDATE', 'DELETE'])
  })

  const cycling = (inputs: object[] | undefined) => [
    ...asked.filter(one => one.id !== 'setPoint'),
    { id: 'cycle', group: 'cycle', type: 'CYCLEGROUP', required: true, ...(inputs && { inputs }) },
  ]
  test.each<[string, string, (whole: (id: string) => TemplateInput) => readonly object[]]>([
    ['a default of another type', 'inputs.3.defaultValue', whole => [...asked, { ...whole('setPoint'), defaultValue: 'warm' }]],
    ['a share of a whole default', 'inputs.3.defaultValue', whole => [...asked, { ...whole('minOn'), defaultValue: 1.5 }]],
    ['no choice at all', 'inputs.3.enumEntries', whole => [...asked, { ...whole('aggregation'), enumEntries: [] }]],
    [
      'bounds beside what it begins with',
      'inputs.3.defaultValue',
      whole => [...asked, { ...whole('setPoint'), min: 30, defaultValue: undefined }],
    ],
    [
      'choices without what it begins with',
      'inputs.3.defaultValue',
      whole => [...asked, { ...whole('aggregation'), enumEntries: ['MIN'], defaultValue: undefined }],
    ],
    [
      'categories that are none',
      'inputs.0.filters.categories',
      whole => [{ ...whole('sensors'), filters: { categories: ['HEAT_OF_THE_DAY'] } }, ...asked.slice(1)],
    ],
    [
      'another input that it has not',
      'inputs.3.when.input',
      whole => [...asked, { ...whole('offset'), when: { input: 'reference', is: 'SENSOR' } }],
    ],
  ])('is refused with %s', async (_, field, made) => {
    await expect(create(made(whole) as never)).rejects.toMatchObject(failing('INVALID_INPUT', field))
  })

  test('refuses a cycle that cannot be filled in', async () => {
    const body = { entityId: farm.at.Aves!, name: 'A cycle', engine: 'CYCLE_THERMOSTAT', inputs: cycling(undefined) } as never
    await expect(api.templates.create({ body })).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.3.inputs.setPoint'))
  })

  test('is usable at its entity and below, and editable at its entity and above', async () => {
    const below = await farm.as('Paul')
    const beside = await farm.as('Suínos')
    const { id } = await create()
    const listed = async (by: Api, place: string) =>
      data(await by.templates.list({ query: { entityId: farm.at[place]! } })).some(one => one.id === id)
    expect(await listed(below, 'House 1')).toBe(true)
    expect(await listed(beside, 'Suínos')).toBe(false)
    expect(data(await below.templates.details({ params: { id } }))).toMatchObject({ entity: null, editable: false })
    await expect(below.templates.remove({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(beside.templates.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(create(asked, 'Aves', below)).rejects.toMatchObject(fields(['entityId', 'notFound']))
  })

  test('has a name of its own in its place', async () => {
    const { name } = await create()
    await expect(create(asked, 'Aves', api, name!.toUpperCase())).rejects.toMatchObject(fields(['name', 'nameInUse']))
    await create(asked, 'Paul', api, name!)
  })

  test('is called by its words in the caller’s language where it has them', async () => {
    const body = { entityId: farm.at.Aves!, name: `Made ${++made}`, engine: 'THERMOSTAT', inputs: asked } as const
    const { id } = data(
      await api.templates.create({
        body: { ...body, inputs: [...asked], translations: { 'en-US': 'Zebra cooling', 'pt-PT': 'Arrefecer' } },
      }),
    )
    expect((await search({ search: 'zebra' })).content.map(one => one.id)).toEqual([id])
    expect((await search({ search: 'arrefecer' })).content).toEqual([])
    expect((await search({ sortProperty: 'name', sortDirection: 'DESC' })).content[0]?.id).toBe(id)
  })

  test.each<[string, readonly TemplateInput[], readonly [string, string]]>([
    ['an input that its rules do not have', [...asked, { ...whole('setPoint'), id: 'band' }], ['inputs.3.id', 'notOneOf']],
    ['one input twice', [...asked, asked[0]!], ['inputs.3.id', 'nameInUse']],
    ['an input of another type', [...asked, { ...whole('setPoint'), type: 'TEXT' }], ['inputs.3.type', 'unchangeable']],
    ['an input on another tab', [...asked, { ...whole('setPoint'), group: 'cycle' }], ['inputs.3.group', 'unchangeable']],
    ['a lower least', [...asked, { ...whole('setPoint'), min: -21 }], ['inputs.3.min', 'tooSmall']],
    ['a higher most', [...asked, { ...whole('setPoint'), max: 61 }], ['inputs.3.max', 'tooBig']],
    ['a most below the least', [...asked, { ...whole('setPoint'), min: 30, max: 20 }], ['inputs.3.max', 'tooSmall']],
    ['a beginning outside its own bounds', [...asked, { ...whole('setPoint'), max: 20 }], ['inputs.3.defaultValue', 'tooBig']],
    ['a bound that no figure needs', [...asked, { ...whole('setPoint'), max: 1e308 }], ['inputs.3.max', 'tooBig']],
    ['a step of what is no figure', [{ ...asked[0]!, step: 2 }, asked[1]!, asked[2]!], ['inputs.0.step', 'leaveEmpty']],
    [
      'a beginning beside the step',
      [...asked, { ...whole('setPoint'), step: 0.5, defaultValue: 21.2 }],
      ['inputs.3.defaultValue', 'step'],
    ],
    [
      'words for true of what is not true or false',
      [...asked, { ...whole('setPoint'), trueFalse: { true: { 'en-US': 'Open' } } }],
      ['inputs.3.trueFalse', 'leaveEmpty'],
    ],
    [
      'another choice',
      [asked[0]!, asked[1]!, { ...whole('mode'), enumEntries: ['COOL', 'DRY'] }],
      ['inputs.2.enumEntries', 'notOneOf'],
    ],
    [
      'a beginning that is no choice',
      [asked[0]!, asked[1]!, { ...whole('mode'), enumEntries: ['COOL'], defaultValue: 'HEAT' }],
      ['inputs.2.defaultValue', 'notOneOf'],
    ],
    [
      'other sensors',
      [{ ...asked[0]!, filters: { kinds: ['STATE'] } }, asked[1]!, asked[2]!],
      ['inputs.0.filters.kinds', 'notOneOf'],
    ],
    [
      'no sensors at all',
      [{ ...asked[0]!, filters: { categories: [] } }, asked[1]!, asked[2]!],
      ['inputs.0.filters.categories', 'required'],
    ],
    [
      'a condition that no choice meets',
      [...asked, whole('reference'), { ...whole('offset'), when: { input: 'reference', is: 'CURVE' } }],
      ['inputs.4.when.is', 'notOneOf'],
    ],
    [
      'a condition on what is no choice',
      [...asked, whole('setPoint'), { ...whole('offset'), when: { input: 'setPoint', is: '24' } }],
      ['inputs.4.when.input', 'notOneOf'],
    ],
    ['a beginning of another kind', [...asked, { ...whole('setPoint'), defaultValue: '24' }], ['inputs.3.defaultValue', 'type']],
    ['a text for sensors', [{ ...asked[0]!, defaultValue: 'all' }, asked[1]!, asked[2]!], ['inputs.0.defaultValue', 'type']],
    [
      'bounds that begin crossed',
      [...asked, whole('reference'), { ...whole('spMin'), defaultValue: 30 }, { ...whole('spMax'), defaultValue: 20 }],
      ['inputs.5.defaultValue', 'SET_POINT_RANGE_EMPTY'],
    ],
    ['what is needed, not asked for', asked.slice(0, 2), ['inputs.mode', 'required']],
    [
      'what is needed, left to choice',
      [asked[0]!, asked[1]!, { ...whole('mode'), required: false }],
      ['inputs.2.required', 'unchangeable'],
    ],
  ])('is not made with %s', async (_, inputs, problem) => {
    await expect(create(inputs)).rejects.toMatchObject(fields(problem))
  })

  test.each<[string, Engine, Readonly<Record<string, object | null>>, string, string]>([
    ['a text for a cycle', 'CYCLE_THERMOSTAT', { cycle: { defaultValue: 'day 1: 32' } }, 'cycle', 'type'],
    [
      'heating above what cooling can begin with',
      'DOUBLE_THERMOSTAT',
      { heatSetPoint: { defaultValue: 40 }, coolSetPoint: { max: 30 } },
      'coolSetPoint',
      'SET_POINTS_CROSSED',
    ],
    [
      'heating above the cooling that nobody is asked for',
      'DOUBLE_THERMOSTAT',
      { heatSetPoint: { defaultValue: 40 }, coolSetPoint: null },
      'heatSetPoint',
      'SET_POINTS_CROSSED',
    ],
    ['on that is off', 'ALARM_WITH_ACTUATION', { onValue: { defaultValue: false } }, 'offValue', 'sameAsOn'],
    ['a figure and a switch', 'ALARM_WITH_ACTUATION', { onValue: { defaultValue: 5 } }, 'offValue', 'ACTION_OF_OTHER_TYPE'],
    [
      'a figure, and a switch that nobody is asked for',
      'ALARM_WITH_ACTUATION',
      { onValue: { defaultValue: 5 }, offValue: null },
      'onValue',
      'ACTION_OF_OTHER_TYPE',
    ],
  ])('is not made with beginnings that make no rule: %s', async (name, engine, changes, at, code) => {
    const inputs = inputsOf(engine)
      .filter(({ id }) => changes[id] !== null)
      .map(input => ({ ...input, ...changes[input.id] }))
    const field = `inputs.${inputs.findIndex(({ id }) => id === at)}.defaultValue`
    const body = { entityId: farm.at.Aves!, name, engine, inputs } as const
    await expect(api.templates.create({ body })).rejects.toMatchObject(fields([field, code]))
  })

  test('is not made with a week to begin with: it has no zone before it has a box', async () => {
    const lines = [{ weekdays: [0], intervals: [{ startTime: '06:00:00', endTime: '06:59:59', action: true }] }]
    const inputs = inputsOf('SCHEDULER').map(input => (input.type === 'SCHEDULER' ? { ...input, defaultValue: lines } : input))
    const at = inputs.findIndex(input => input.type === 'SCHEDULER')
    const body = { entityId: farm.at.Aves!, name: 'Early', engine: 'SCHEDULER', inputs } as const
    await expect(api.templates.create({ body })).rejects.toMatchObject(fields([`inputs.${at}.defaultValue`, 'leaveEmpty']))
  })

  test('applies its bounds also to each day of a cycle', async () => {
    const inputs = inputsOf('CYCLE_THERMOSTAT').map(input =>
      input.id === 'cycle'
        ? {
            ...input,
            inputs: [
              { ...input.inputs![0]!, min: 10, max: 61 },
              { ...input.inputs![1]!, id: 'band' },
            ],
          }
        : input,
    )
    const at = inputs.findIndex(input => input.id === 'cycle')
    const body = { entityId: farm.at.Aves!, name: 'Hot days', engine: 'CYCLE_THERMOSTAT', inputs } as const
    await expect(api.templates.create({ body })).rejects.toMatchObject(
      fields([`inputs.${at}.inputs.0.max`, 'tooBig'], [`inputs.${at}.inputs.1.id`, 'notOneOf']),
    )
  })

  test('keeps the kind of rule that it was made for', async () => {
    const one = await create()
    const inputs = [...inputsOf('DOUBLE_THERMOSTAT')]
    const body = { name: one.name!, engine: 'DOUBLE_THERMOSTAT', inputs, version: one.version } as const
    await expect(api.templates.edit({ params: { id: one.id }, body })).rejects.toMatchObject(fields(['engine', 'unchangeable']))
  })
})
