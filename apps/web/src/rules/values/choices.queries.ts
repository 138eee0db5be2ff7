import { batches } from '@steading/contract/production/batches'
import { entities } from '@steading/contract/entities/entities'
import { interfaces } from '@steading/contract/devices/interfaces'
import { rules } from '@steading/contract/rules/rules'
import { templates } from '@steading/contract/rules/templates'
import { terminals } from '@steading/contract/devices/terminals'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'

/** Queries for the choices of the rule form. */

const calls = {
  batches: api(batches),
  entities: api(entities),
  interfaces: api(interfaces),
  rules: api(rules),
  templates: api(templates),
  terminals: api(terminals),
}

export const templatesQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['templates', 'of', entityId],
    queryFn: ({ signal }) => data(calls.templates.list({ query: { entityId } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'details', id],
    queryFn: ({ signal }) => data(calls.templates.details({ params: { id } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

export const sectorsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'sectors', entityId],
    queryFn: ({ signal }) => data(calls.entities.sectors({ params: { id: entityId } }, { signal })),
    staleTime: lifetimes.sectorsOfFarm,
  })

/** The batch that is in a house or room now, or in the house around the room; null: none is. */
export const openBatchQuery = (sectorId: string) =>
  queryOptions({
    queryKey: ['batches', 'open at', sectorId],
    queryFn: async ({ signal }) => {
      const query = { placeId: sectorId, at: new Date(clock.now()).toISOString(), status: ['OPEN' as const] }
      return (await data(calls.batches.search({ query }, { signal, background: true }))).content[0] ?? null
    },
    staleTime: lifetimes.usual,
  })

export const terminalsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['terminals', 'at', entityId],
    queryFn: ({ signal }) => data(calls.terminals.atEntity({ params: { id: entityId } }, { signal })),
    staleTime: lifetimes.terminalsOfEntity,
  })

/** What stands at an entity or below it: of one box, or of all. */
export const interfacesAtQuery = (entityId: string, terminalId: string | null) =>
  queryOptions({
    queryKey: ['interfaces', 'at', entityId, terminalId],
    queryFn: ({ signal }) =>
      terminalId === null
        ? data(calls.interfaces.atEntity({ params: { id: entityId }, query: { withHidden: true } }, { signal }))
        : data(calls.interfaces.atTerminal({ params: { id: entityId, terminalId }, query: { withHidden: true } }, { signal })),
    staleTime: lifetimes.usual,
  })

/** The rules that operate a device. */
export const driversQuery = (interfaceId: string) =>
  queryOptions({
    queryKey: ['rules', 'drivers of', interfaceId],
    queryFn: async ({ signal }) => {
      const { content } = await data(
        calls.rules.ofInterface({ params: { id: interfaceId }, query: { itemsPerPage: 50 } }, { signal, background: true }),
      )
      return content.filter(rule => rule.roles.includes('OUT'))
    },
    staleTime: lifetimes.usual,
  })

/** Asks the server whether a terminal is connected now (not cached). */
export const fetchIsConnected = async (terminalId: string): Promise<boolean> =>
  (await data(calls.terminals.checkConnection({ params: { id: terminalId } }))).connected

/** Those of these sensors that no alarm in service watches. */
export async function fetchUnwatched(interfaceIds: readonly string[]): Promise<readonly string[]> {
  const found = await data(calls.interfaces.withAlarms({ query: { interfaceIds: [...interfaceIds] } }))
  const watched = new Set(found.filter(sensor => sensor.hasAlarms).map(sensor => sensor.interfaceId))
  return interfaceIds.filter(id => !watched.has(id))
}
