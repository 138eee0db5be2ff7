import { expect, test } from 'vitest'
import { parseCurve } from './curveImport.ts'

const parse = (text: string, ageUnit: 1 | 7 = 1) => parseCurve(text, { ageUnit, poultry: false })
const parsePoultry = (text: string) => parseCurve(text, { ageUnit: 1, poultry: true })

const TWO = [
  { age: 0, weight: 0.044 },
  { age: 7, weight: 0.213 },
]

test.each([
  ['semicolons and decimal points', 'age;weight\n0;0.044\n7;0.213'],
  ['semicolons and decimal commas', 'Age;Weight\r\n0;0,044\r\n7;0,213\r\n'],
  ['commas', 'age,weight\n0,0.044\n7,0.213'],
  ['a byte order mark and quotes', '\uFEFF"age";"weight"\n"0";"0.044"\n"7";"0.213"'],
  ['columns pasted from a spreadsheet', '0\t0.044\n7\t0.213'],
  ['pasted columns with decimal commas', '0\t0,044\n7\t0,213\n\n'],
])('reads %s', (_, text) => expect(parse(text)).toEqual({ points: TWO, problem: null }))

test.each([
  ['in g by its header', 'age;weight_g\n0;44\n7;213'],
  ['in kg by its header', 'age;weight_kg\n0;0,044\n7;0,213'],
  ['in kg without a unit', '\uFEFFage;weight\r\n0;0,044\r\n7;0,213\r\n'],
  ['in g where it is pasted', '0\t44\n7\t213'],
])('reads a curve of poultry %s', (_, text) => expect(parsePoultry(text)).toEqual({ points: TWO, problem: null }))

test('a pasted row without its age is refused for the age', () =>
  expect(parse('0\t1\n\t3\n14\t5').problem).toEqual({ code: 'MISSING_AGE_VALUES', row: 2, column: null }))

test('a first pasted row without its age is refused for the age', () =>
  expect(parse('\t1\n7\t3').problem).toEqual({ code: 'MISSING_AGE_VALUES', row: 1, column: null }))

test('a weight of poultry above 30 kg is refused at its row', () => {
  const refused = (row: number) => ({ code: 'MISSING_CURVE_DETAILS_VALUES', row, column: null })
  expect(parsePoultry('age;weight\n0;44\n7;213').problem).toEqual(refused(2))
  expect(parsePoultry('0\t44\n7\t30001').problem).toEqual(refused(2))
  expect(parse('age;weight\n0;44\n7;213').problem).toBeNull()
})

test('a weight below half of that of the row before is refused at its row', () => {
  const { points, problem } = parsePoultry('age;weight_g\n35;2.297\n36;996\n37;2.898')
  expect(problem).toEqual({ code: 'WRONG_CURVE_VALUE', row: 4, column: 'weight' })
  expect(points).toHaveLength(2)
  expect(parse('age;weight\n0;2\n1;1').problem).toBeNull()
  expect(parse('age;weight\n0;2\n1;0.999').problem).toEqual({ code: 'WRONG_CURVE_VALUE', row: 3, column: 'weight' })
})

test('ages in weeks are kept in days', () =>
  expect(parse('age;weight\n9;26\n10;30.7', 7).points.map(({ age }) => age)).toEqual([63, 70]))

test('further columns are read by their names', () =>
  expect(parse('weight;tMin;age;unknown;dailyFeed\n0.044;30;0;x;\n0.213;27;7;y;0.035').points).toEqual([
    { age: 0, weight: 0.044, tMin: 30 },
    { age: 7, weight: 0.213, tMin: 27, dailyFeed: 0.035 },
  ]))

test.each([
  ['', 'WRONG_FILE_CONFIGURATION', 1],
  ['day;kg\n0;1\n1;2', 'WRONG_FILE_CONFIGURATION', 1],
  ['0\t1\t2\n1\t2\t3', 'WRONG_FILE_CONFIGURATION', 1],
  ['age;weight\n0;1', 'WRONG_FILE_CONFIGURATION', 2],
  ['age;weight\n0;1\n;2', 'MISSING_AGE_VALUES', 3],
  ['age;weight\n0;1\n0;2', 'MISSING_AGE_VALUES', 3],
  ['age;weight\n7;1\n6;2', 'MISSING_AGE_VALUES', 3],
  ['age;weight\n0.5;1\n6;2', 'MISSING_AGE_VALUES', 2],
  ['age;weight\n0;1\n\n1;', 'MISSING_CURVE_DETAILS_VALUES', 4],
  ['age;weight\n0;0\n1;2', 'MISSING_CURVE_DETAILS_VALUES', 2],
  ['age;weight\n0;-1\n1;2', 'MISSING_CURVE_DETAILS_VALUES', 2],
])('%j is refused as %s in row %i', (text, code, row) => expect(parse(text).problem).toEqual({ code, row, column: null }))

test.each([
  ['age;weight;tMin\n0;1;30\n1;2;27 C', 3, 'tMin'],
  ['age;weight;dailyFeed\n0;1;n/a\n1;2;3', 2, 'dailyFeed'],
  ['age;weight\nday 0;1\n1;2', 2, 'age'],
  ['age;weight\n0;1\n1;2 kg', 3, 'weight'],
  ['age;weight\n0;1\n1;2001', 3, 'weight'],
  ['age;weight\n0;1\n2001;2', 3, 'age'],
  ['age;weight;rhMax\n0;1;70\n1;2;101', 3, 'rhMax'],
  ['age;weight;dailyWater\n0;1;-1\n1;2;3', 2, 'dailyWater'],
])('%j has no number, or one out of range, in row %i and column %s', (text, row, column) =>
  expect(parse(text).problem).toEqual({ code: 'WRONG_CURVE_VALUE', row, column }),
)
