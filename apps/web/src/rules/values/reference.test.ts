import { RuleLine } from '@steading/contract/rules/body'
import { translator } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { house } from './templates.sample.ts'
import { newLine } from './lines/lineValues.ts'
import { lineProblems } from './lines/lineProblems.ts'
import { ageOf, dayOneOf, withRelation, relationOf, relationsOf, withAge, withDayOne } from './reference.ts'

const t = await translator('en-US')
const temperature = house.get('1')!
const silo = { ...temperature, id: '9', category: 'SILO_WEIGHT', unit: 'kg' } as const
const where = { dayOne: '2026-10-20', timeZone: 'Europe/Lisbon' }
const line = { ...newLine(false), interfaceId: '1', logicOperator: 'GREATER', inputValue: 30 } as const

test('a silo is held against its capacity, a measurement against the age curve, a state against nothing', () => {
  expect(relationsOf(silo)).toEqual(['CAPACITY'])
  expect(relationsOf(temperature)).toEqual(['BATCH', 'CURVE'])
  expect(relationsOf(house.get('2'))).toEqual([])
  expect(relationsOf(house.get('4'))).toEqual([])
})

test('a limit that means another thing begins with what such alarms are mostly about', () => {
  const share = withRelation(line, silo, 'CAPACITY', where)
  expect(share).toMatchObject({ relativeTo: 'CAPACITY', percent: true, logicOperator: 'LESS', inputValue: 10 })
  expect(withRelation(line, temperature, 'CURVE', where)).toMatchObject({ relativeTo: 'CURVE', percent: false, inputValue: 4 })
  const plain = withRelation(share, silo, undefined, where)
  expect(plain).not.toHaveProperty('reference')
  expect(plain.inputValue).toBeUndefined()
})

test('a limit against the curve of the batch asks for no curve', () => {
  const followed = withRelation(line, temperature, 'BATCH', where)
  expect(followed).toMatchObject({ relativeTo: 'CURVE', followsBatch: true, reference: [], inputValue: 4 })
  expect(relationOf(followed)).toBe('BATCH')
  expect(lineProblems([followed], false, t)).toEqual([])
  expect(withRelation(followed, temperature, 'CURVE', where)).not.toHaveProperty('followsBatch')
})

test('a silo whose capacity is known asks for none', () => {
  const share = withRelation(line, { ...silo, capacity: 15_000 }, 'CAPACITY', where)
  expect(share.reference).toEqual([{ from: 0, value: 15_000 }])
})

describe('a curve by age', () => {
  const zone = where.timeZone
  const begun = withRelation(line, temperature, 'CURVE', where).reference ?? []
  const week = withAge([{ ...begun[0], value: 33 }, { value: 30 }], 1, 8, zone)

  test('begins at the midnight of day one on the farm, and keeps its days over a change of the clock', () => {
    expect(begun[0]?.from).toBe(Date.parse('2026-10-19T23:00:00Z'))
    expect(week[1]?.from).toBe(Date.parse('2026-10-27T00:00:00Z'))
    expect(week.map(references => ageOf(references, dayOneOf(week, zone), zone))).toEqual([1, 8])
  })

  test('goes with the animals to another day one', () => {
    const later = withDayOne(week, '2026-11-02', zone)
    expect(dayOneOf(later, zone)).toBe('2026-11-02')
    expect(later.map(references => [ageOf(references, '2026-11-02', zone), references.value])).toEqual([
      [1, 33],
      [8, 30],
    ])
  })

  test('is what the contract takes', () => {
    expect(RuleLine.parse({ ...line, relativeTo: 'CURVE', reference: week }).reference).toEqual(week)
  })
})

test('what is missing of a reference is told', () => {
  const problemFields = (more: object) => lineProblems([{ ...line, ...more }], false, t).map(problem => problem.field)
  expect(problemFields({ relativeTo: 'CAPACITY', reference: [{ from: 0 }] })).toEqual(['0.reference.0.value'])
  expect(problemFields({ relativeTo: 'CAPACITY', reference: [{ from: 0, value: 0 }] })).toEqual(['0.reference.0.value'])
  expect(problemFields({ relativeTo: 'CAPACITY', reference: [{ from: 0, value: 12_000 }] })).toEqual([])
  const day = 86_400_000
  expect(problemFields({ relativeTo: 'CURVE', reference: [{ from: day, value: 33 }, {}] })).toEqual([
    '0.reference.1.from',
    '0.reference.1.value',
  ])
  expect(problemFields({ relativeTo: 'CURVE', reference: [5, 2].map(from => ({ from: from * day, value: 30 })) })).toEqual([
    '0.reference',
  ])
})
