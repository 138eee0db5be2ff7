import { expect, test } from 'vitest'
import { countKinds } from './calls.ts'

test('calls of one path with different ids are of one kind', () => {
  const paths = ['/services/widgets/12/data', '/services/widgets/7/data', '/services/events/3', '/services/readings/last']
  expect([...countKinds(paths)]).toEqual([
    ['/services/widgets/{id}/data', 2],
    ['/services/events/{id}', 1],
    ['/services/readings/last', 1],
  ])
})

test('a digit within a name is no id', () => {
  expect([...countKinds(['/services/v2x/top', '/services/v2x/top'])]).toEqual([['/services/v2x/top', 2]])
})
