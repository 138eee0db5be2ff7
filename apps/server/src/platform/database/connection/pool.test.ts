import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../../../../test/cluster.ts'
import { createLogger } from '../../log.ts'
import { createPool } from './pool.ts'

let owner: pg.Pool
beforeAll(async () => {
  const url = await createDatabase(inject('clusterUrl'), `decimals_${process.pid}`, 'template')
  owner = createPool({ url, max: 1, log: createLogger('silent'), role: 'owner' })
})
afterAll(() => owner.end())

test.each(['0.1', '-0.001', '999999999.999', '9999999999999.99', '0.000001'])(
  'reads %s as a number with the same digits',
  async text => {
    const { rows } = await owner.query<{ value: number }>('select $1::numeric as value', [text])
    expect(rows[0]!.value).toBe(Number(text))
    expect(rows[0]!.value.toFixed(text.split('.')[1]!.length)).toBe(text)
  },
)

/** Columns of decimals that a double cannot hold without loss. */
const lossy = async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'numeric' and (numeric_precision is null or numeric_precision > 15)`,
  )
  return rows.map(({ name }) => name)
}

test('no decimal column has more than 15 digits', async () => {
  expect(await lossy()).toEqual([])
  await owner.query('create table lossy (fits numeric(15, 2), any_scale numeric, long numeric(16, 2))')
  expect((await lossy()).toSorted()).toEqual(['lossy.any_scale', 'lossy.long'])
})
