import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import type { Route } from './route.ts'

/** The sort, direction and size that each list shows first, as the specification's tables of defaults say. */
const DEFAULTS: Readonly<Record<string, readonly [sort: string, direction: 'ASC' | 'DESC', size: number]>> = {
  'audit.search': ['timestampUtc', 'DESC', 10],
  'batches.list': ['openDate', 'DESC', 10],
  'batches.search': ['openDate', 'DESC', 10],
  'drills.search': ['startedUtc', 'DESC', 10],
  'entities.allSubentities': ['displayName', 'ASC', 50],
  'entities.choices': ['match', 'ASC', 20],
  'entities.search': ['displayName', 'ASC', 10],
  'entities.subentities': ['displayName', 'ASC', 50],
  'entities.top': ['displayName', 'ASC', 50],
  'entities.tops': ['displayName', 'ASC', 200],
  'events.list': ['openDate', 'DESC', 10],
  'events.search': ['openDate', 'DESC', 10],
  'events.occurrences': ['occurrenceTimestampUtc', 'DESC', 5],
  'groups.search': ['displayName', 'ASC', 10],
  'interfaces.search': ['lastReadingTimestampUtc', 'DESC', 10],
  'ledger.runs': ['fromUtc', 'DESC', 10],
  'ledger.search': ['ruleVersion', 'DESC', 10],
  'outbox.search': ['createdUtc', 'DESC', 10],
  'readings.search': ['timestamp', 'DESC', 10],
  'roles.search': ['name', 'ASC', 10],
  'rules.ofInterface': ['lastUpdateTimestampUtc', 'DESC', 10],
  'rules.search': ['lastUpdateTimestampUtc', 'DESC', 10],
  'templates.search': ['name', 'ASC', 10],
  'terminals.search': ['lastCommunicationTimestampUtc', 'DESC', 10],
  'users.choices': ['match', 'ASC', 20],
  'users.search': ['shortName', 'ASC', 10],
}

const lists = Object.entries(contracts).flatMap(([stem, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.query instanceof z.ZodObject && 'itemsPerPage' in route.query.shape)
    .map(([name, route]) => [`${stem}.${name}`, route] as const),
)

test('every list stands in the table', () =>
  expect(lists.map(([name]) => name).toSorted()).toEqual(Object.keys(DEFAULTS).toSorted()))

test.each(lists)('%s starts as specified', (name, route) => {
  const { sortProperty, sortDirection, itemsPerPage, currentPage } = route.query!.parse({})
  expect([sortProperty, sortDirection, itemsPerPage, currentPage]).toEqual([...DEFAULTS[name]!, 0])
})
