import { ICAR_DEPARTURE_REASONS, IcarEvent } from '@steading/contract/production/icar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, entry, exit } from '../../test/herd.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

const OPENED = ago(30)

/** A batch of pigs with an entry, a death with a cause, a sale and a weighing. */
async function pigs() {
  const batch = await herd.openBatch(OPENED, { species: 'FINISHER' })
  const reason = data(await api.batches.deathReasons({ query: { batchId: batch.id } }))[0]!
  await herd.booked(batch.id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  await herd.booked(batch.id, exit('DEATH', 2, ago(20), { weight: 80, deathReasonId: reason.id }))
  await herd.booked(batch.id, exit('EXTERNAL_SALE', 100, ago(5), { weight: 11_000 }))
  data(await api.weighings.create({ body: { batchId: batch.id, timestamp: ago(10), number: 20, totalWeight: 1500 } }))
  return { batch, reason }
}
const exported = async (id: string) => {
  const { name, content } = data(await api.icar.exportEvents({ params: { id } }))
  const text = await content.text()
  return { name, text, member: (JSON.parse(text) as { member: Record<string, unknown>[] }).member }
}
const importing = (id: string, text: string) => api.icar.importEvents({ params: { id }, body: { text } })
const imported = async (id: string, text: string) => data(await importing(id, text))
const event = (more: object) => ({
  resourceType: 'icarGroupMovementArrivalEventResource',
  eventDateTime: ago(20),
  location: { id: '1', scheme: 'example' },
  groupMethod: 'InventoryClassification',
  countObserved: 10,
  arrivalReason: 'Purchase',
  ...more,
})

test('exports arrivals, departures, deaths and weights in the shapes of ICAR ADE', async () => {
  const { batch, reason } = await pigs()
  const { name, member } = await exported(batch.id)
  expect(name).toBe(`ICAR ADE ${batch.code}.json`)
  for (const item of member) expect(() => IcarEvent.parse(item)).not.toThrow()
  const of = (type: string) => member.filter(({ resourceType }) => resourceType === `icarGroup${type}EventResource`)
  expect(of('MovementArrival')).toEqual([
    expect.objectContaining({
      groupMethod: 'InventoryClassification',
      countObserved: 400,
      arrivalReason: 'Purchase',
      inventoryClassification: expect.objectContaining({ species: 'Pig', count: 400 }) as unknown,
    }),
  ])
  expect(of('MovementDeparture')).toEqual([expect.objectContaining({ countObserved: 100, departureKind: 'Slaughter' })])
  expect(of('MovementDeath')).toEqual([
    expect.objectContaining({
      countObserved: 2,
      explanation: reason.displayName,
      location: expect.objectContaining({ id: batch.entity.id }) as unknown,
      groupMethod: 'InventoryClassification',
      inventoryClassification: expect.objectContaining({ name: expect.any(String) as unknown, species: 'Pig' }) as unknown,
      deathMethod: expect.any(String) as unknown,
      // In lower case, other than in the message about a single animal.
      deathreason: expect.any(String) as unknown,
    }),
  ])
  expect(of('MovementDeath')[0]).not.toHaveProperty('deathReason')
  for (const { eventDateTime } of member) expect(eventDateTime).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  // The weights of the three movements, and the weighing.
  expect(of('Weight')).toHaveLength(4)
  expect(of('Weight')).toContainEqual(
    expect.objectContaining({
      countObserved: 20,
      statistics: expect.arrayContaining([{ unit: 'KGM', aggregation: 'Average', value: 75 }]) as unknown,
    }),
  )
})

test('imports an export into another batch and skips duplicates', async () => {
  const { batch, reason } = await pigs()
  const { text } = await exported(batch.id)
  const other = await herd.openBatch(OPENED, { species: 'FINISHER' })
  expect(await imported(other.id, text)).toEqual({ movements: 3, weighings: 1, skipped: 0, unknownReasons: [], problem: null })
  expect(await herd.batch(other.id)).toMatchObject({ totalEntry: 400, totalExit: 100, totalMortality: 2 })
  const movements = await herd.movements(other.id)
  expect(movements.map(({ actionType, number, weight }) => ({ actionType, number, weight }))).toEqual([
    { actionType: 'EXTERNAL_SALE', number: 100, weight: 11_000 },
    { actionType: 'DEATH', number: 2, weight: 80 },
    { actionType: 'EXTERNAL_ENTRY', number: 400, weight: 12_280 },
  ])
  expect(movements[1]!.deathReason).toMatchObject({ id: reason.id })
  expect(movements[2]!.age).toBe(70)
  expect(await imported(other.id, text)).toEqual({ movements: 0, weighings: 0, skipped: 4, unknownReasons: [], problem: null })
})

test('refuses poultry, which ICAR ADE lacks, in words of the reader', async () => {
  const { id } = await herd.openBatch()
  const refused = { refused: 'ICAR_SPECIES_NOT_SUPPORTED', message: expect.stringContaining('poultry') as unknown }
  expect(await api.icar.exportEvents({ params: { id } })).toEqual(refused)
  expect(await importing(id, '[]')).toEqual(refused)
})

test('reports the invalid event and member, and books nothing', async () => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  const day = ago(60).slice(0, 10)
  const good = event({ id: 'a', inventoryClassification: { name: 'Pigs', species: 'Pig', birthPeriod: `${day}/${day}` } })
  const weight = {
    ...event({ id: 'a-weight' }),
    resourceType: 'icarGroupWeightEventResource',
    statistics: [{ aggregation: 'Sum', value: 300 }],
  }
  const ageless = event({ id: 'c' })
  const agelessWeight = { ...weight, id: 'c-weight' }
  const death = { resourceType: 'icarGroupMovementDeathEventResource', arrivalReason: undefined, deathMethod: 'Perished' }
  const problems = [
    ['no json', { code: 'NOT_JSON', event: null, field: null }],
    [{ events: [good] }, { code: 'NOT_JSON', event: null, field: null }],
    [Array.from({ length: 501 }, () => good), { code: 'TOO_MANY_EVENTS', event: null, field: null }],
    [[good, { resourceType: 'icarWeightEventResource' }], { code: 'UNKNOWN_EVENT', event: 2, field: 'resourceType' }],
    [
      [
        good,
        event({
          resourceType: 'icarGroupMovementDepartureEventResource',
          arrivalReason: undefined,
          departureKind: 'Sale',
          departureReason: 'Moon',
        }),
      ],
      { code: 'INVALID_EVENT', event: 2, field: 'departureReason' },
    ],
    // Neither the weight nor its statistics count the animals.
    [[{ ...weight, id: 'scale', countObserved: undefined }], { code: 'INVALID_EVENT', event: 1, field: 'countObserved' }],
    [
      [{ ...weight, id: 'scale', countObserved: undefined, statistics: [{ aggregation: 'Count', value: 0.5 }] }],
      { code: 'INVALID_EVENT', event: 1, field: 'countObserved' },
    ],
    [[good, event({ arrivalReason: 'Found' })], { code: 'INVALID_EVENT', event: 2, field: 'arrivalReason' }],
    [[event({ eventDateTime: '2026-05-01T00:00:00' })], { code: 'INVALID_EVENT', event: 1, field: 'eventDateTime' }],
    [
      [event({ inventoryClassification: { name: 'Cows', species: 'Cattle' } })],
      { code: 'OTHER_SPECIES', event: 1, field: 'inventoryClassification.species' },
    ],
    [[event({ ...death, location: undefined })], { code: 'INVALID_EVENT', event: 1, field: 'location' }],
    [[event({ ...death, groupMethod: undefined })], { code: 'INVALID_EVENT', event: 1, field: 'groupMethod' }],
    [[event({ ...death, deathMethod: undefined })], { code: 'INVALID_EVENT', event: 1, field: 'deathMethod' }],
    // The method came later than ADE 1.3.
    [[event({ ...death, deathMethod: 'Euthanized' })], { code: 'INVALID_EVENT', event: 1, field: 'deathMethod' }],
    // Pigs of an unknown age in an empty batch.
    [[ageless, agelessWeight], { code: 'INVALID_EVENT', event: 1, field: 'inventoryClassification.birthPeriod' }],
    // The second arrival has no weight.
    [[good, weight, event({ id: 'b', countObserved: 11 })], { code: 'WEIGHT_MISSING', event: 3, field: 'statistics' }],
  ] as const
  for (const [file, problem] of problems) {
    const text = typeof file === 'string' ? file : JSON.stringify(file)
    expect(await imported(id, text)).toEqual({ movements: 0, weighings: 0, skipped: 0, unknownReasons: [], problem })
  }
  expect(await herd.movements(id)).toEqual([])
  expect(await imported(id, JSON.stringify({ member: [weight, good] }))).toMatchObject({
    movements: 1,
    weighings: 0,
    problem: null,
  })
})

test.each([
  ['beyond the heaviest that is stored', [{ aggregation: 'Sum', value: 1e12 }]],
  ['beyond it by the number of animals', [{ aggregation: 'Average', value: 1e8 }]],
  ['beyond every number', [{ aggregation: 'Average', value: 1e308 }]],
  ['below a gram', [{ aggregation: 'Sum', value: 1e-9 }]],
])('refuses a weight %s, of a weighing and of a movement', async (_, statistics) => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  const day = ago(60).slice(0, 10)
  const arrival = event({ id: 'a', inventoryClassification: { name: 'Pigs', species: 'Pig', birthPeriod: `${day}/${day}` } })
  const weight = (of: string) => ({ ...event({ id: of }), resourceType: 'icarGroupWeightEventResource', statistics })
  const sound = { ...weight('a-weight'), statistics: [{ aggregation: 'Sum', value: 300 }] }
  const problem = (place: number) => ({ problem: { code: 'INVALID_EVENT', event: place, field: 'statistics' } })
  expect(await imported(id, JSON.stringify([arrival, weight('a-weight')]))).toMatchObject(problem(2))
  expect(await imported(id, JSON.stringify([arrival, sound, weight('scale')]))).toMatchObject(problem(3))
  expect(await herd.movements(id)).toEqual([])
})

test('names the event that the books refuse, in words of the reader', async () => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  const death = (day: number, countObserved: number) => ({
    ...event({ eventDateTime: ago(day), countObserved }),
    resourceType: 'icarGroupMovementDeathEventResource',
    deathMethod: 'Perished',
  })
  const refused = (code: string, row: number) => ({
    refused: code,
    message: expect.stringMatching(new RegExp(`^Event ${row}: .{10}`)) as unknown,
  })
  const first = 'EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION'
  expect(await importing(id, JSON.stringify([death(20, 10)]))).toEqual(refused(first, 1))
  await herd.booked(id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  // By time the refused event is the last one, in the file it is the second.
  const many = [death(9, 1), death(3, 500), death(8, 1)]
  expect(await importing(id, JSON.stringify(many))).toEqual(refused('TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS', 2))
  const early = [death(9, 1), death(40, 1)]
  expect(await importing(id, JSON.stringify(early))).toEqual(refused('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE', 2))
  expect(await herd.movements(id)).toHaveLength(1)
})

test('finds no batch out of reach', async () => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  const stranger = await farm.as('Suínos')
  await expect(stranger.icar.exportEvents({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(stranger.icar.importEvents({ params: { id }, body: { text: '[]' } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('reads times with an offset, and writes times in UTC', async () => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  await herd.booked(id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  const at = ago(20)
  const local = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
  const death = (eventDateTime: string) =>
    event({
      resourceType: 'icarGroupMovementDeathEventResource',
      eventDateTime,
      countObserved: 1,
      arrivalReason: undefined,
      deathMethod: 'Perished',
    })
  expect(await imported(id, JSON.stringify([death(local)]))).toMatchObject({ movements: 1, problem: null })
  expect((await herd.movements(id))[0]).toMatchObject({ actionType: 'DEATH', timestamp: at })
  // The same instant in UTC is the same death.
  expect(await imported(id, JSON.stringify([death(at)]))).toMatchObject({ movements: 0, skipped: 1 })
  const { member } = await exported(id)
  expect(member.length).toBeGreaterThan(1)
  for (const { eventDateTime, meta } of member)
    for (const time of [eventDateTime, ...Object.values(meta as object).filter(value => /^\d{4}-/.test(String(value)))])
      expect(time).toMatch(/Z$/)
})

test('two deaths of one animal at one instant are two', async () => {
  const { batch } = await pigs()
  const noon = ago(15)
  await herd.booked(batch.id, exit('DEATH', 1, noon))
  const death = event({
    resourceType: 'icarGroupMovementDeathEventResource',
    eventDateTime: noon,
    countObserved: 1,
    arrivalReason: undefined,
    deathMethod: 'Perished',
  })
  const file = JSON.stringify([death, death])
  const before = (await herd.batch(batch.id)).totalMortality
  expect(await imported(batch.id, file)).toMatchObject({ movements: 1, skipped: 1 })
  expect(await imported(batch.id, file)).toMatchObject({ movements: 0, skipped: 2 })
  expect((await herd.batch(batch.id)).totalMortality).toBe(before + 1)
})

describe('an event with an id', () => {
  const noon = ago(15)
  const death = (id: string, source = 'https://pens.example') =>
    event({
      id,
      meta: { source, modified: noon },
      resourceType: 'icarGroupMovementDeathEventResource',
      eventDateTime: noon,
      countObserved: 1,
      arrivalReason: undefined,
      deathMethod: 'Perished',
    })
  const fileOf = (...events: readonly object[]) => JSON.stringify(events)
  const deathsOf = async (id: string) => (await herd.batch(id)).totalMortality

  test('is booked beside equal ones of other pens and of other sources', async () => {
    const { batch } = await pigs()
    const before = await deathsOf(batch.id)
    await herd.booked(batch.id, exit('DEATH', 1, noon))
    for (const file of [fileOf(death('pen 1')), fileOf(death('pen 2')), fileOf(death('pen 1', 'https://other.example'))])
      expect(await imported(batch.id, file)).toMatchObject({ movements: 1, skipped: 0 })
    expect(await deathsOf(batch.id)).toBe(before + 4)
    expect(await imported(batch.id, fileOf(death('pen 2'), death('pen 3'), death('pen 3')))).toMatchObject({
      movements: 1,
      skipped: 2,
    })
  })

  test('is not booked again after a correction, but after a deletion', async () => {
    const { batch } = await pigs()
    const before = await deathsOf(batch.id)
    const weighing = { ...event({ id: 'scale 1' }), resourceType: 'icarGroupWeightEventResource' }
    const file = fileOf(death('pen 1'), { ...weighing, statistics: [{ aggregation: 'Sum', value: 500 }] })
    expect(await imported(batch.id, file)).toMatchObject({ movements: 1, weighings: 1 })
    const booked = (await herd.movements(batch.id)).find(({ timestamp }) => timestamp === noon)!
    data(await herd.edit(booked, { number: 14 }))
    expect(await imported(batch.id, file)).toMatchObject({ movements: 0, weighings: 0, skipped: 2 })
    expect(await deathsOf(batch.id)).toBe(before + 14)
    data(await herd.remove(booked.id))
    expect(await imported(batch.id, file)).toMatchObject({ movements: 1, weighings: 0, skipped: 1 })
  })

  test('is known to the batch that exported it', async () => {
    const { batch } = await pigs()
    const { text } = await exported(batch.id)
    const [latest] = await herd.movements(batch.id)
    data(await herd.edit(latest!, { number: 90 }))
    expect(await imported(batch.id, text)).toMatchObject({ movements: 0, weighings: 0, skipped: 4 })
  })

  test('is refused with an id that cannot be stored', async () => {
    const { batch } = await pigs()
    expect(await imported(batch.id, fileOf(death('a\u0000')))).toMatchObject({
      problem: { code: 'INVALID_EVENT', event: 1, field: 'id' },
    })
  })
})

test('books a cause of death by its name alone, and reports other causes', async () => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  await herd.booked(id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  const death = (day: number, count: number, codes: object) =>
    event({
      resourceType: 'icarGroupMovementDeathEventResource',
      eventDateTime: ago(day),
      countObserved: count,
      arrivalReason: undefined,
      deathMethod: 'Perished',
      ...codes,
    })
  const causes = data(await api.deathReasons.search({ query: { species: 'PIG', itemsPerPage: 50 } })).content
  const transport = causes.find(({ code }) => code === 'TRANSPORT')!
  const accented = causes.find(cause => cause.translations['pt-PT'] !== cause.translations['pt-PT']?.normalize('NFD'))!
  const file = [
    // A single cause of the books has the code: the other system still means another one.
    death(9, 1, { deathreason: 'Nutrition' }),
    death(8, 1, { deathreason: 'Accident', deathMethod: 'Accident', explanation: 'Trapped in a door' }),
    death(7, 2, { deathreason: 'Disease' }),
    death(6, 3, { deathreason: 'Disease' }),
    death(5, 4, { deathreason: 'Other', explanation: 'Found by the vet' }),
    // The code says nothing.
    death(4, 1, { deathreason: 'Unknown' }),
    death(3, 1, { deathreason: 'Other' }),
    death(2, 1, {}),
    death(1, 5, { deathreason: 'Accident', explanation: transport.translations['pt-PT'] }),
    // Another keyboard composes accents of two signs.
    death(10, 1, { deathreason: 'Other', explanation: accented.translations['pt-PT']!.normalize('NFD') }),
  ]
  expect(await imported(id, JSON.stringify(file))).toMatchObject({
    movements: 10,
    unknownReasons: [
      { reason: 'Nutrition', deaths: 1 },
      { reason: 'Trapped in a door', deaths: 1 },
      { reason: 'Disease', deaths: 5 },
      { reason: 'Found by the vet', deaths: 4 },
    ],
  })
  const booked = (await herd.movements(id)).filter(({ actionType }) => actionType === 'DEATH')
  expect(booked.map(({ deathReason, typeDescription }) => deathReason?.id ?? typeDescription)).toEqual([
    transport.id,
    '',
    '',
    '',
    'Found by the vet',
    'Disease',
    'Disease',
    'Trapped in a door',
    'Nutrition',
    accented.id,
  ])
})

test('keeps and exports the kind and the reason of a departure', async () => {
  const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
  await herd.booked(id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  const departure = (day: number, more: object) =>
    event({
      resourceType: 'icarGroupMovementDepartureEventResource',
      eventDateTime: ago(day),
      arrivalReason: undefined,
      id: `d${day}`,
      ...more,
    })
  const weightOf = (day: number) => ({
    ...event({ id: `d${day}-weight`, eventDateTime: ago(day) }),
    resourceType: 'icarGroupWeightEventResource',
    statistics: [{ aggregation: 'Sum', value: 1000 }],
  })
  const file = [
    departure(9, { departureKind: 'Slaughter', departureReason: 'Health' }),
    departure(8, { departureKind: 'InternalTransfer', departureReason: 'Superfluous' }),
    departure(7, { departureKind: 'Sale', departureReason: 'Sale' }),
    departure(6, { departureKind: 'Slaughter', departureReason: 'Slaughter' }),
    ...[9, 8, 7, 6].map(weightOf),
  ]
  expect(await imported(id, JSON.stringify(file))).toMatchObject({ movements: 4, problem: null })
  expect((await herd.movements(id)).slice(0, 4).map(({ typeDescription }) => typeDescription)).toEqual([
    '',
    'Sale',
    'InternalTransfer: Superfluous',
    'Slaughter: Health',
  ])
  const { member } = await exported(id)
  const departures = member.filter(({ departureKind }) => departureKind !== undefined)
  expect(departures.map(({ departureKind, departureReason }) => [departureKind, departureReason])).toEqual([
    ['Slaughter', 'Health'],
    ['InternalTransfer', 'Superfluous'],
    ['Sale', undefined],
    ['Slaughter', undefined],
  ])
})

test('keeps each reason of a departure through export and import', async () => {
  const reasonsOf = async (id: string) =>
    (await exported(id)).member
      .filter(({ departureKind }) => departureKind !== undefined)
      .map(({ departureReason }) => departureReason)
  const first = await herd.openBatch(OPENED, { species: 'FINISHER' })
  await herd.booked(first.id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  const file = ICAR_DEPARTURE_REASONS.flatMap((departureReason, index) => {
    const departure = event({
      id: departureReason,
      eventDateTime: ago(29 - index),
      countObserved: 1,
      arrivalReason: undefined,
      departureKind: 'Export',
      departureReason,
    })
    return [
      { ...departure, resourceType: 'icarGroupMovementDepartureEventResource' },
      {
        ...departure,
        id: `${departureReason}-weight`,
        resourceType: 'icarGroupWeightEventResource',
        statistics: [{ aggregation: 'Sum', value: 100 }],
      },
    ]
  })
  expect(await imported(first.id, JSON.stringify(file))).toMatchObject({
    movements: ICAR_DEPARTURE_REASONS.length,
    problem: null,
  })
  // An unknown reason says as much as none.
  const expected = ICAR_DEPARTURE_REASONS.map(reason => (reason === 'Unknown' ? undefined : reason))
  expect(await reasonsOf(first.id)).toEqual(expected)
  const second = await herd.openBatch(OPENED, { species: 'FINISHER' })
  expect(await imported(second.id, (await exported(first.id)).text)).toMatchObject({ problem: null })
  expect(await reasonsOf(second.id)).toEqual(expected)
})

test('keeps free text about a departure as its remark', async () => {
  const first = await herd.openBatch(OPENED, { species: 'FINISHER' })
  await herd.booked(first.id, entry(400, OPENED, { weight: 12_280, age: 70 }))
  const texts = ['Sale: Lorry 7', 'Sale: Health: Lorry 7: back', `Export: ${'é'.repeat(142)}`]
  for (const [index, typeDescription] of texts.entries())
    await herd.booked(first.id, exit('EXTERNAL_SALE', 10, ago(9 - index), { weight: 1000, typeDescription }))
  const { member, text } = await exported(first.id)
  for (const item of member) expect(() => IcarEvent.parse(item)).not.toThrow()
  const departures = member.filter(({ departureKind }) => departureKind !== undefined)
  expect(departures.map(({ departureKind, departureReason, remark }) => ({ departureKind, departureReason, remark }))).toEqual([
    { departureKind: 'Sale', departureReason: undefined, remark: 'Lorry 7' },
    { departureKind: 'Sale', departureReason: 'Health', remark: 'Lorry 7: back' },
    { departureKind: 'Export', departureReason: undefined, remark: 'é'.repeat(142) },
  ])
  const second = await herd.openBatch(OPENED, { species: 'FINISHER' })
  expect(await imported(second.id, text)).toMatchObject({ movements: 4, problem: null })
  expect((await herd.movements(second.id)).map(({ typeDescription }) => typeDescription)).toEqual([...texts.toReversed(), ''])
})

test('cuts long remarks, and refuses remarks and explanations that cannot be stored', async () => {
  const { batch } = await pigs()
  const departure = (remark: string) => [
    event({
      id: 'out',
      resourceType: 'icarGroupMovementDepartureEventResource',
      arrivalReason: undefined,
      departureKind: 'Slaughter',
      remark,
    }),
    {
      ...event({ id: 'out-weight' }),
      resourceType: 'icarGroupWeightEventResource',
      statistics: [{ aggregation: 'Sum', value: 1000 }],
    },
  ]
  const death = event({
    resourceType: 'icarGroupMovementDeathEventResource',
    arrivalReason: undefined,
    deathMethod: 'Perished',
    explanation: 'a\u0000',
  })
  const invalid = (field: string) => ({ movements: 0, problem: { code: 'INVALID_EVENT', event: 1, field } })
  expect(await imported(batch.id, JSON.stringify(departure('a\u0000')))).toMatchObject(invalid('remark'))
  expect(await imported(batch.id, JSON.stringify([death]))).toMatchObject(invalid('explanation'))
  expect(await imported(batch.id, JSON.stringify(departure('x'.repeat(1000))))).toMatchObject({ movements: 1, problem: null })
  const descriptions = (await herd.movements(batch.id)).map(({ typeDescription }) => typeDescription)
  expect(descriptions).toContain(`Slaughter: ${'x'.repeat(139)}`)
})

test('books weights without a group method, and counts their animals by statistics or by the movement', async () => {
  const { batch } = await pigs()
  const weight = (id: string, statistics: readonly object[]) => ({
    ...event({ id, groupMethod: undefined, countObserved: undefined, arrivalReason: undefined }),
    resourceType: 'icarGroupWeightEventResource',
    statistics,
  })
  const file = [
    event({
      id: 'out',
      resourceType: 'icarGroupMovementDepartureEventResource',
      arrivalReason: undefined,
      departureKind: 'Slaughter',
    }),
    weight('out-weight', [{ aggregation: 'Average', value: 100 }]),
    weight('scale', [
      { aggregation: 'Average', value: 90 },
      { aggregation: 'Count', value: 5 },
    ]),
  ]
  expect(await imported(batch.id, JSON.stringify(file))).toMatchObject({ movements: 1, weighings: 1, problem: null })
  expect(await herd.movements(batch.id)).toContainEqual(expect.objectContaining({ number: 10, weight: 1000 }))
  const weighings = data(await api.weighings.search({ query: { batchId: batch.id, itemsPerPage: 50 } })).content
  expect(weighings).toContainEqual(expect.objectContaining({ number: 5, totalWeight: 450 }))
})

describe('movements of another system', () => {
  const START = ago(29)
  const LEFT = ago(9)
  const arrival = (more: object = {}) =>
    event({ id: 'in', meta: { source: 'https://herd.example', modified: START }, eventDateTime: START, ...more })
  const departure = (more: object = {}) => ({
    ...arrival({ id: 'out', eventDateTime: LEFT, departureKind: 'Sale', ...more }),
    resourceType: 'icarGroupMovementDepartureEventResource',
    arrivalReason: undefined,
  })
  const weightOf = (movement: object, more: object) => ({
    ...movement,
    id: `scale-${JSON.stringify(more)}`,
    resourceType: 'icarGroupWeightEventResource',
    statistics: [{ aggregation: 'Average', value: 30 }],
    ...more,
  })
  const fileOf = (...events: readonly object[]) => JSON.stringify(events)
  const stocked = async () => {
    const { id } = await herd.openBatch(OPENED, { species: 'FINISHER' })
    await herd.booked(id, entry(400, OPENED, { weight: 12_280, age: 70 }))
    return id
  }

  test('take the weight of the same instant, number and location', async () => {
    const id = await stocked()
    const file = fileOf(
      arrival(),
      weightOf(arrival(), { location: { id: '2', scheme: 'example' } }),
      weightOf(arrival(), { countObserved: 9 }),
      weightOf(arrival(), {}),
      departure(),
      weightOf(departure(), { location: undefined, statistics: [{ aggregation: 'Sum', value: 1000 }] }),
    )
    expect(await imported(id, file)).toMatchObject({ movements: 2, weighings: 2, problem: null })
    expect((await herd.movements(id)).slice(0, 2).map(({ action, weight, age }) => ({ action, weight, age }))).toEqual([
      { action: 'EXIT', weight: 1000, age: 91 },
      { action: 'ENTRY', weight: 300, age: 71 },
    ])
    expect(await imported(id, file)).toMatchObject({ movements: 0, weighings: 0, skipped: 4 })
  })

  test('share no weight', async () => {
    const id = await stocked()
    expect(await imported(id, fileOf(arrival(), arrival({ id: 'in 2' }), weightOf(arrival(), {})))).toMatchObject({
      movements: 0,
      problem: { code: 'WEIGHT_MISSING', event: 2, field: 'statistics' },
    })
  })

  test('are those that were booked by hand, also after a correction', async () => {
    const id = await stocked()
    await herd.booked(id, entry(10, START, { weight: 300, age: 71 }))
    await herd.booked(id, exit('EXTERNAL_SALE', 10, LEFT, { weight: 500 }))
    // Equal movements by hand count once each.
    const file = fileOf(
      arrival(),
      arrival({ id: 'in 2' }),
      departure(),
      ...['in', 'in 2', 'out'].map(owner => weightOf(owner === 'out' ? departure() : arrival(), { id: `${owner}-weight` })),
    )
    expect(await imported(id, file)).toMatchObject({ movements: 1, weighings: 0, skipped: 2, problem: null })
    expect(await herd.batch(id)).toMatchObject({ totalEntry: 420, totalExit: 10 })
    const [sale] = await herd.movements(id)
    data(await herd.edit(sale!, { number: 11 }))
    expect(await imported(id, file)).toMatchObject({ movements: 0, weighings: 0, skipped: 3, problem: null })
  })
})

test('exports a sale by what the batch is kept for, and an entry by the reason that it names', async () => {
  const kindOf = async (productionTypeId: number) => {
    const { id } = await herd.openBatch(OPENED, { species: 'PIGLET', productionTypeId })
    await herd.booked(id, entry(400, OPENED, { weight: 3000, age: 21, typeDescription: 'Imported' }))
    await herd.booked(id, exit('EXTERNAL_SALE', 100, ago(5), { weight: 2500, typeDescription: 'Lorry 7' }))
    const { member } = await exported(id)
    return member.map(({ arrivalReason, departureKind }) => arrivalReason ?? departureKind).filter(Boolean)
  }
  // Nursery, fattening.
  expect(await kindOf(1)).toEqual(['Imported', 'Sale'])
  expect(await kindOf(2)).toEqual(['Imported', 'Slaughter'])
})
