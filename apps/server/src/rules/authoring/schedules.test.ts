import type { RehearsalMessage } from '@steading/contract/rules/rehearsal'
import type { RuleDraftInput, RuleInput } from '@steading/contract/rules/drafts'
import type { ScheduleLine } from '@steading/contract/rules/schedule'
import { toUtc } from '@steading/contract/rules/schedule'
import { differences, runCase } from '@steading/rules/goldenCases'
import type { GoldenCase } from '@steading/rules/goldenCases'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { aHouse, anInterface } from '../../../test/rules.ts'
import type { House } from '../../../test/rules.ts'
import { aTerminal } from '../../../test/box.ts'

let farm: Farm
let house: House
let manager: Api
let time = 0
/** Another day; sessions of other days have ended. */
const at = async (iso: string) => {
  time = Date.parse(iso)
  manager = await farm.as('Aves')
}
const templates = new Map<string, string>()

beforeAll(async () => {
  time = Date.parse('2026-07-05T12:00:00Z')
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  house = await aHouse(farm)
  manager = await farm.as('Aves')
  for (const one of data(await manager.templates.list({ query: { entityId: house.entityId } })))
    templates.set(one.category.id, one.id)
})
afterAll(() => farm.close())

const summer = { timeZone: 'Europe/Lisbon', offset: 60 }
const winter = { timeZone: 'Europe/Lisbon', offset: 0 }
const line = (weekdays: number[], ...slots: [string, string][]) => ({
  weekdays,
  intervals: slots.map(([startTime, endTime]) => ({ startTime, endTime, action: true })),
})

const scheduler = (lines: unknown, more: Partial<RuleDraftInput> = {}): RuleDraftInput => ({
  displayName: 'By the clock',
  rootEntityId: house.entityId,
  sectorId: house.sectorId,
  templateId: templates.get('SCHEDULER')!,
  terminalId: house.terminalId,
  inputs: [
    { id: 'outputs', value: [house.fan] },
    { id: 'lines', value: lines },
    { id: 'callbackValue', value: false },
  ],
  ...more,
})
const add = async (draft: RuleDraftInput) => data(await manager.rules.create({ body: draft })).rule
const details = async (id: string) => data(await manager.rules.details({ params: { id } }))
const sent = ({ inputs }: { inputs: readonly RuleInput[] }) => inputs.find(input => input.id === 'lines')?.value
/** What the box is given. */
const storedLines = ({ body }: { body: unknown }) => (body as { inputs: { lines: ScheduleLine[] } }).inputs.lines

describe('a schedule', () => {
  const morning = line([0], ['06:00:00', '21:59:59'])

  test('N1 is sent in UTC and stored in local time of its box', async () => {
    await at('2026-07-05T12:00:00Z')
    const value = { ...summer, lines: [line([0], ['05:00:00', '20:59:59'])] }
    const made = await add(scheduler(value))
    expect(storedLines(made)).toEqual([morning])
    expect(sent(made)).toEqual(value)
    await at('2026-12-05T12:00:00Z')
    expect(sent(await details(made.id))).toEqual({ ...winter, lines: [morning] })
  })

  test('that was read before a change of the clocks is unchanged after it', async () => {
    await at('2026-10-24T12:00:00Z')
    const made = await add(scheduler({ ...summer, lines: [line([0], ['05:00:00', '20:59:59'])] }))
    await at('2026-10-25T12:00:00Z')
    const params = { id: made.id }
    const whole = await manager.rules.edit({ params, body: { ...scheduler(sent(made)), version: made.version } })
    expect(storedLines(data(whole).rule)).toEqual([morning])
    const inputs = [{ id: 'lines', value: sent(made) }]
    const some = await manager.rules.editInputs({ params, body: { inputs, version: made.version + 1 } })
    expect(storedLines(data(some).rule)).toEqual([morning])
    expect(sent(data(some).rule)).toMatchObject(winter)
    const others = [{ id: 'callbackValue', value: true }]
    const kind = await manager.rules.editInputs({ params, body: { inputs: others, version: made.version + 1 } })
    expect(storedLines(data(kind).rule)).toEqual([morning])
    const versions = data(await manager.ledger.search({ params, query: {} }))
    expect(versions.content.map(sent)).toEqual(Array.from({ length: 3 }, () => ({ ...winter, lines: [morning] })))
  })

  test('N2 over midnight is split in two', async () => {
    await at('2026-07-05T12:00:00Z')
    const made = await add(scheduler({ ...summer, lines: [line([4], ['21:00:00', '01:00:00'])] }))
    expect(storedLines(made)).toEqual([line([4], ['22:00:00', '23:59:59']), line([5], ['00:00:00', '02:00:00'])])
  })

  test('N3 of two equal parts that touch is merged', async () => {
    const made = await add(scheduler({ ...winter, lines: [line([0], ['00:00:00', '05:59:59'], ['06:00:00', '21:59:59'])] }))
    expect(storedLines(made)).toEqual([line([0], ['00:00:00', '21:59:59'])])
  })

  test('in another zone is shifted by the present difference of the zones', async () => {
    await at('2026-07-05T12:00:00Z')
    const { id: terminalId } = await aTerminal(farm, 'Paul')
    await farm.world.owner.query("update terminals set time_zone = 'Asia/Kathmandu' where id = $1", [terminalId])
    const pump = await anInterface(farm, terminalId, 'House 1', 'FAN_RELAY', 'Far fan')
    const value = { ...summer, lines: [line([6], ['18:00:00', '19:29:59'])] }
    const draft = scheduler(value, { terminalId })
    const inputs = draft.inputs.map(input => (input.id === 'outputs' ? { ...input, value: [pump] } : input))
    const made = await add({ ...draft, inputs })
    expect(storedLines(made)).toEqual([line([0], ['00:00:00', '01:14:59']), line([6], ['23:45:00', '23:59:59'])])
    expect(sent(made)).toEqual({ ...value, timeZone: 'Asia/Kathmandu', offset: 345 })
    // Read in summer: what its sender's clock says now counts.
    await at('2026-12-05T12:00:00Z')
    expect(storedLines(await add({ ...draft, inputs }))).toEqual([line([0], ['00:45:00', '02:14:59'])])
  })

  test('has the same form in bulk calls and rehearsals', async () => {
    await at('2026-07-05T12:00:00Z')
    const value = { ...summer, lines: [line([0], ['05:00:00', '20:59:59'])] }
    const [made] = data(await manager.rules.createMany({ body: { rules: [scheduler(value)] } }))
    const { version } = await details(made!.id!)
    const later = { ...summer, lines: [line([0], ['06:00:00', '20:59:59'])] }
    const rules = [{ ...scheduler(later), id: made!.id!, version }]
    data(await manager.rules.editMany({ body: { rules } }))
    expect(storedLines(await details(made!.id!))).toEqual([line([0], ['07:00:00', '21:59:59'])])

    const { displayName: _, showAllInterfaces: __, ...rule } = scheduler(value)
    const messages: RehearsalMessage[] = []
    for await (const one of data(await manager.rehearsal.rehearse({ body: { rule, days: 7 } }))) messages.push(one)
    const tried = messages.flatMap(one => (one.type === 'result' ? one.result.draft.outputs : []))
    expect(tried.flatMap(({ values }) => values.filter(one => one.value === true))).toEqual([
      { atUtc: '2026-06-29T05:00:00.000Z', value: true },
    ])
  })

  test('is accepted with days as flags and the action as a value', async () => {
    await at('2026-07-05T12:00:00Z')
    const { weekdays: _, intervals } = line([0], ['05:00:00', '20:59:59'])
    const lines = [
      {
        daysOfWeek: { mon: true, tue: false },
        intervals: intervals.map(interval => ({ ...interval, value: true, forced: false })),
      },
    ]
    expect(storedLines(await add(scheduler({ ...summer, lines })))).toEqual([morning])
    const valued = [
      { weekdays: [0], daysOfWeek: { mon: true }, intervals: [{ startTime: '05:00:00', endTime: '20:59:59', value: true }] },
    ]
    expect(storedLines(await add(scheduler({ ...summer, lines: valued })))).toEqual([morning])
    const forced = [{ daysOfWeek: { mon: true }, intervals: intervals.map(interval => ({ ...interval, forced: true })) }]
    const more = { templateId: templates.get('FORCED_SCHEDULER')! }
    expect(storedLines(await add(scheduler({ ...summer, lines: forced }, more)))).toEqual([morning])
  })

  const slot = { startTime: '06:00:00', endTime: '06:59:59' }
  test.each<[string, object, string, string]>([
    ['force', { weekdays: [0], intervals: [{ ...slot, action: true, forced: true }] }, 'intervals.0.forced', 'forcedByTemplate'],
    [
      'another value',
      { weekdays: [0], intervals: [{ ...slot, action: true, value: false }] },
      'intervals.0.value',
      'valueIsAction',
    ],
    ['no action', { weekdays: [0], intervals: [slot] }, 'intervals.0.action', 'required'],
    [
      'other days',
      { weekdays: [0], daysOfWeek: { tue: true }, intervals: [{ ...slot, action: true }] },
      'daysOfWeek',
      'daysDiffer',
    ],
    ['no day', { daysOfWeek: { tue: false }, intervals: [{ ...slot, action: true }] }, 'daysOfWeek', 'required'],
    ['nothing of days', { intervals: [{ ...slot, action: true }] }, 'weekdays', 'required'],
  ])('names the reason for %s', async (_, one, field, code) => {
    await expect(add(scheduler({ ...winter, lines: [one] }))).rejects.toMatchObject({
      failure: { fields: [{ field: `inputs.lines.lines.0.${field}`, code }] },
    })
  })

  test.each<[string, unknown, string]>([
    ['a list of wall times', [morning], 'inputs.lines'],
    ['no zone', { offset: 60, lines: [morning] }, 'inputs.lines.timeZone'],
    ['a zone that is written otherwise', { ...summer, timeZone: 'europe/lisbon', lines: [morning] }, 'inputs.lines.timeZone'],
    ['a zone that is none', { ...summer, timeZone: 'Mars/Base', lines: [morning] }, 'inputs.lines.timeZone'],
    ['an offset that no zone has', { ...summer, offset: 900, lines: [morning] }, 'inputs.lines.offset'],
    ['no line', { ...summer, lines: [] }, 'inputs.lines.lines'],
    ['a time that is none', { ...summer, lines: [line([0], ['06:00:00', '7:00'])] }, 'inputs.lines.lines.0.intervals.0.endTime'],
    ['an eighth day', { ...summer, lines: [{ ...morning, weekdays: [7] }] }, 'inputs.lines.lines.0.weekdays.0'],
    ['nothing', null, 'inputs.lines'],
  ])('is refused with %s', async (_, value, field) => {
    await expect(add(scheduler(value))).rejects.toMatchObject(failing('INVALID_INPUT', field))
  })

  test('of a box out of scope is not found', async () => {
    const far = await aHouse(farm, 'Azinheira', 'Room 1')
    const draft = scheduler({ ...summer, lines: [morning] }, { terminalId: far.terminalId })
    await expect(add(draft)).rejects.toMatchObject(failing('NOT_FOUND'))
  })
})

describe('a schedule sent over HTTP runs at its times', () => {
  // safe: the cases are a part of the tests.
  const cases = JSON.parse(
    readFileSync(new URL('../../../../../packages/rules/cases/scheduler.json', import.meta.url), 'utf8'),
  ) as (GoldenCase & { body: { inputs: { lines: ScheduleLine[] } } })[]

  test.each(cases.filter(one => one.name.startsWith('3.9')).map(one => [one.name, one] as const))('%s', async (_, one) => {
    await at('2026-07-05T12:00:00Z')
    const isOn = typeof one.body.inputs.lines[0]?.intervals[0]?.action === 'boolean'
    const made = await add({
      ...scheduler(null),
      templateId: templates.get(one.template)!,
      inputs: [
        { id: 'outputs', value: [isOn ? house.fan : house.ventilation] },
        { id: 'lines', value: toUtc(one.body.inputs.lines, summer) },
        { id: 'callbackValue', value: isOn ? false : 0 },
      ],
    })
    const run = { ...one, body: { ...one.body, inputs: { ...one.body.inputs, lines: storedLines(made) } } }
    expect(differences(one, runCase(run))).toEqual([])
  })
})

test('names unknown offsets and overlapping slots by their paths in the request', async () => {
  await at('2026-07-05T12:00:00Z')
  const refused = (lines: unknown) => manager.rules.create({ body: scheduler(lines) })
  await expect(
    refused({ timeZone: 'Europe/Lisbon', offset: 330, lines: [line([0], ['05:00:00', '06:00:00'])] }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.lines.offset'))
  // Over the end of a day in UTC, from the last line into the first.
  const lines = [
    line([0], ['00:30:00', '02:00:00']),
    line([3], ['05:00:00', '06:00:00']),
    line([6], ['20:00:00', '20:30:00'], ['23:00:00', '01:00:00']),
  ]
  await expect(refused({ ...summer, lines })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'inputs.lines.lines.2.intervals.1.startTime'),
  )
})

test('names a slot that its device refuses by its path in the request', async () => {
  await at('2026-07-05T12:00:00Z')
  const slot = (startTime: string, endTime: string, action: number) => ({
    startTime,
    endTime,
    action,
    interfaceId: house.ventilation,
  })
  const lines = [
    { weekdays: [3], intervals: [slot('05:00:00', '06:00:00', 20)] },
    // Monday's is the first line by the clock of the box.
    { weekdays: [0], intervals: [slot('05:00:00', '06:00:00', 30), slot('07:00:00', '08:00:00', 300)] },
  ]
  const inputs = [
    { id: 'outputs', value: [house.ventilation] },
    { id: 'lines', value: { ...summer, lines } },
    { id: 'callbackValue', value: 0 },
  ]
  await expect(add({ ...scheduler(null), inputs })).rejects.toMatchObject({
    failure: { fields: [{ field: 'inputs.lines.lines.1.intervals.1.action', code: 'tooBig' }] },
  })
  const { id, version } = await add({
    ...scheduler(null),
    inputs: inputs.map(input => (input.id === 'lines' ? { ...input, value: { ...summer, lines: lines.slice(0, 1) } } : input)),
  })
  await expect(
    manager.rules.editInputs({ params: { id }, body: { inputs: [{ id: 'lines', value: { ...summer, lines } }], version } }),
  ).rejects.toMatchObject({ failure: { fields: [{ field: 'inputs.lines.lines.1.intervals.1.action' }] } })
})
