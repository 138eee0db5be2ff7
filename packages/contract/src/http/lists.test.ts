import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '../contracts.ts'
import { MOST_MEMBERS } from '../entities/groups.ts'
import type { Route } from './route.ts'

/** The sort, direction and size that each list shows first, as the specification's tables of defaults say. */
const DEFAULTS: Readonly<Record<string, readonly [sort: string, direction: 'ASC' | 'DESC', size: number]>> = {
  'animalMovements.list': ['timestamp', 'DESC', 10],
  'animalMovements.search': ['timestamp', 'DESC', 10],
  'apiAccess.search': ['displayName', 'ASC', 10],
  'audit.search': ['timestampUtc', 'DESC', 10],
  'batchFigures.analytics': ['openDate', 'DESC', 10],
  'batches.entityBatches': ['name', 'ASC', 10],
  'batches.list': ['openDate', 'DESC', 10],
  'batches.search': ['openDate', 'DESC', 10],
  'curves.choices': ['displayName', 'ASC', 10],
  'curves.search': ['displayName', 'ASC', 10],
  'deathReasons.search': ['displayName', 'ASC', 10],
  'drills.search': ['startedUtc', 'DESC', 10],
  'earlyWarning.houses': ['name', 'ASC', 10],
  'entities.allSubentities': ['displayName', 'ASC', 50],
  'entities.choices': ['match', 'ASC', 20],
  'entities.search': ['displayName', 'ASC', 10],
  'entities.subentities': ['displayName', 'ASC', 50],
  'entities.top': ['displayName', 'ASC', 50],
  'entities.tops': ['displayName', 'ASC', 200],
  'events.list': ['openDate', 'DESC', 10],
  'events.occurrences': ['occurrenceTimestampUtc', 'DESC', 5],
  'events.search': ['openDate', 'DESC', 10],
  'feedFactories.search': ['displayName', 'ASC', 10],
  'feedMovements.list': ['timestamp', 'DESC', 10],
  'feedMovements.search': ['timestamp', 'DESC', 10],
  'feedMovements.searchAutomatic': ['timestamp', 'DESC', 10],
  'feedTypes.search': ['code', 'ASC', 10],
  'genetics.search': ['code', 'ASC', 10],
  'groups.search': ['displayName', 'ASC', 10],
  'interfaces.search': ['lastReadingTimestampUtc', 'DESC', 10],
  'ledger.runs': ['fromUtc', 'DESC', 10],
  'ledger.search': ['ruleVersion', 'DESC', 10],
  'outbox.search': ['createdUtc', 'DESC', 10],
  'protection.paths': ['displayName', 'ASC', 10],
  'protection.runs': ['startedUtc', 'DESC', 10],
  'protection.tests': ['testedUtc', 'DESC', 10],
  'readings.search': ['timestamp', 'DESC', 10],
  'reports.schedules': ['next', 'ASC', 10],
  'reports.search': ['creationTimestamp', 'DESC', 10],
  'roles.search': ['name', 'ASC', 10],
  'rules.ofInterface': ['lastUpdateTimestampUtc', 'DESC', 10],
  'rules.search': ['lastUpdateTimestampUtc', 'DESC', 10],
  'tariffs.search': ['displayName', 'ASC', 10],
  'taskTemplates.search': ['creationTimestamp', 'DESC', 10],
  'tasks.search': ['dueDate', 'DESC', 10],
  'subscriptions.deliveries': ['createdUtc', 'DESC', 10],
  'subscriptions.search': ['displayName', 'ASC', 10],
  'templates.search': ['name', 'ASC', 10],
  'terminals.quarantine': ['receivedUtc', 'DESC', 10],
  'terminals.search': ['lastCommunicationTimestampUtc', 'DESC', 10],
  'users.choices': ['match', 'ASC', 20],
  'users.search': ['shortName', 'ASC', 10],
  'weather.cities': ['relevance', 'ASC', 10],
  'weighings.search': ['timestamp', 'DESC', 10],
}

const lists = Object.entries(contracts).flatMap(([stem, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.query instanceof z.ZodObject && 'itemsPerPage' in route.query.shape)
    .map(([name, route]) => [`${stem}.${name}`, route] as const),
)

test('every list stands in the table', () =>
  expect(lists.map(([name]) => name).toSorted()).toEqual(Object.keys(DEFAULTS).toSorted()))

/** Lists of one thing need its id, those of a service its search. */
const NEEDS: Readonly<Record<string, object>> = {
  'animalMovements.list': { batchId: '1' },
  'feedMovements.list': { batchId: '1' },
  'weather.cities': { search: 'Lisboa' },
}

test.each(lists)('%s starts as specified', (name, route) => {
  const { sortProperty, sortDirection, itemsPerPage, currentPage } = route.query!.parse(NEEDS[name] ?? {})
  expect([sortProperty, sortDirection, itemsPerPage, currentPage]).toEqual([...DEFAULTS[name]!, 0])
})

/** The bounds that a parameter puts on a repeated value, one behind the other. */
function boundsOf(schema: z.core.$ZodType): number[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault)
    return boundsOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return [...boundsOf(schema.in), ...boundsOf(schema.out)]
  if (!(schema instanceof z.ZodArray)) return []
  const bounds = (schema.def.checks ?? []).map(({ _zod: { def } }) => ('maximum' in def ? def.maximum : undefined))
  return bounds.filter(bound => typeof bound === 'number')
}

const repeated = Object.entries(contracts).flatMap(([stem, routes]) =>
  Object.entries<Route>(routes).flatMap(([name, { query }]) =>
    query instanceof z.ZodObject
      ? Object.entries<z.core.$ZodType>(query.shape)
          .map(([parameter, schema]) => [`${stem}.${name} ${parameter}`, boundsOf(schema)] as const)
          .filter(([, bounds]) => bounds.length > 0)
      : [],
  ),
)

test('repeated parameters are found', () => expect(repeated.length).toBeGreaterThan(20))

test.each(repeated)('%s has one bound', (_, bounds) => expect(bounds).toHaveLength(1))

test.each(['conflicts', 'leaving'] as const)('rules.%s takes all rules of the largest group', name => {
  const { query } = contracts.rules[name]
  const ids = Array.from({ length: MOST_MEMBERS }, (_one, at) => String(at + 1))
  expect(query.parse({ ids }).ids).toEqual(ids)
  expect(query.safeParse({ ids: [...ids, '501'] }).success).toBe(false)
  expect(query.safeParse({ ids: [] }).success).toBe(false)
})
