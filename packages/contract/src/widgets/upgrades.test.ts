import { expect, test } from 'vitest'
import type { Configs } from './definition.ts'
import { definitionOf, upgraded, versionOf, WIDGET_TYPES } from './widgets.ts'

/** Two upgrades: a renamed field, then a number that became a list. */
const definition = {
  upgrades: [
    ({ sensor, ...rest }: Configs): Configs => ({ ...rest, interfaceId: sensor }),
    ({ interfaceId, ...rest }: Configs): Configs => ({ ...rest, interfaceIds: [interfaceId] }),
  ],
}
const newest = { interfaceIds: ['8'], title: 'Air' }

test.each([
  [1, { sensor: '8', title: 'Air' }],
  [2, { interfaceId: '8', title: 'Air' }],
  [3, newest],
])('a configuration of version %i gets the upgrades that it lacks', (version, configs) => {
  expect(upgraded(definition, configs, version)).toEqual(newest)
})

test('an upgraded configuration is not upgraded again', () => {
  const once = upgraded(definition, { sensor: '8', title: 'Air' }, 1)
  expect(upgraded(definition, once, versionOf(definition))).toBe(once)
})

test('a configuration of a later version stays as it is', () => {
  const later = { interfaceIds: ['8'], palette: 'warm' }
  expect(upgraded(definition, later, versionOf(definition) + 1)).toBe(later)
})

test.each(WIDGET_TYPES)('a configuration of %s in its newest version stays as it is', type => {
  const configs = { title: 'Air' }
  expect(upgraded(definitionOf(type), configs, versionOf(definitionOf(type)))).toBe(configs)
})
