import { expect, test } from 'vitest'
import { modulesOf, pathOf } from './modules.ts'

const text = 'https://farm.example.com/device/v1/claim#k3jq9ztr5fa0x7.7K3M9QXW2C5T8V0ZB4N6RJ1HDG'

test('covers exactly the dark modules by the path', () => {
  const rows = modulesOf(text)
  const drawn = rows.map(row => row.map(() => false))
  for (const [, x, y, length] of pathOf(rows).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = Number(x); at < Number(x) + Number(length); at++) drawn[Number(y)]![at] = true
  expect(drawn).toEqual(rows)
})

test('draws a quiet zone and finders in three corners', () => {
  const rows = modulesOf(text)
  const size = rows.length
  const edge = (y: number, x: number) => Math.min(y, x, size - 1 - y, size - 1 - x) < 4
  expect(rows.flatMap((row, y) => row.filter((dark, x) => dark && edge(y, x)))).toEqual([])
  const finder = (y: number, x: number) => rows[y]!.slice(x, x + 7).every(Boolean) && rows[y + 6]!.slice(x, x + 7).every(Boolean)
  expect([finder(4, 4), finder(4, size - 11), finder(size - 11, 4), finder(size - 11, size - 11)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})
