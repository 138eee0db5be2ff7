import { type Interface, interfaces } from '@steading/contract/devices/interfaces'
import { groups, type RuleGroup } from '@steading/contract/entities/groups'
import type { Page } from '@steading/contract/http/paging'
import type { City } from '@steading/contract/widgets/fields'
import { CATEGORY_OF_KIND, fitsInterface, type InterfaceKind } from '@steading/contract/widgets/fitsInterface'
import { weather } from '@steading/contract/widgets/weather'
import { api, data } from '../../platform/api/api.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { interfacesQuery } from '../../interfaces/index.ts'
import type { OptionsSource } from '../../ui/form/options/useAsyncOptions.ts'

const calls = { interfaces: api(interfaces), groups: api(groups), weather: api(weather) }

const PAGE = 50
/** Pages that are searched for what fits a field. */
const MOST_PAGES = 4
/** Found of a kind: enough to choose from. */
const ENOUGH = 20

const pageOf = <C>(content: readonly C[], totalElements = content.length): Page<C> => ({
  content: [...content],
  totalElements,
  number: 0,
  size: content.length,
  sortProperty: '',
  sortDirection: 'ASC',
})

async function searchInterfaces(
  kind: InterfaceKind,
  search: string | undefined,
  entityId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Interface[]> {
  const category = CATEGORY_OF_KIND[kind]
  const query = {
    hidden: false,
    itemsPerPage: PAGE,
    sortProperty: search ? 'match' : 'displayName',
    sortDirection: 'ASC',
    ...(search && { search }),
    ...(entityId && { entityId }),
    ...(category && { category }),
  } as const
  const found: Interface[] = []
  for (let currentPage = 0; currentPage < MOST_PAGES && found.length < ENOUGH; currentPage++) {
    // One page after the other: the next one is only asked where too few of this one fit.
    // oxlint-disable-next-line no-await-in-loop
    const page = await data(calls.interfaces.search({ query: { ...query, currentPage } }, { signal }))
    found.push(...page.content.filter(item => fitsInterface(kind, item)))
    if ((currentPage + 1) * PAGE >= page.totalElements) break
  }
  return found
}

/** Sensors and devices of a kind: those of an entity first, then those elsewhere. */
export const interfacesOfKind = (kind: InterfaceKind, entityId: string | undefined): OptionsSource<Interface> => ({
  key: ['interfaces', 'widgetForm', kind, entityId],
  fetch: async ({ search, ids }, signal) => {
    if (ids) return pageOf(await queryClient.fetchQuery(interfacesQuery(ids)))
    const near = entityId ? await searchInterfaces(kind, search, entityId, signal) : []
    const elsewhere = near.length < ENOUGH ? await searchInterfaces(kind, search, undefined, signal) : []
    return pageOf([...near, ...elsewhere.filter(other => near.every(item => item.id !== other.id))])
  },
  optionOf: ({ id, displayName, entity }) => ({ value: id, label: `${displayName} · ${entity.name}`, words: displayName }),
  staleTime: lifetimes.lookUp,
})

/** Groups of rules. */
export const ruleGroupsFound: OptionsSource<Pick<RuleGroup, 'id' | 'displayName' | 'entity'>> = {
  key: ['groups', 'widgetForm'],
  fetch: async ({ search, ids }, signal) => {
    const pages = ids ? MOST_PAGES : 1
    const found = []
    for (let currentPage = 0; currentPage < pages; currentPage++) {
      const query = { itemsPerPage: PAGE, currentPage, ...(search && { search }) } as const
      // oxlint-disable-next-line no-await-in-loop
      const page = await data(calls.groups.search({ query }, { signal }))
      if (!ids) return page
      found.push(...page.content.filter(group => ids.includes(group.id)))
      if (found.length === ids.length || (currentPage + 1) * PAGE >= page.totalElements) break
    }
    return pageOf(found)
  },
  optionOf: ({ id, displayName, entity }) => ({ value: id, label: `${displayName} · ${entity.displayName}`, words: displayName }),
  staleTime: lifetimes.lookUp,
}

export const cityKey = ({ latitude, longitude }: City): string => `${latitude} ${longitude}`
export const cityLabel = ({ name, region, country }: City): string => [name, region, country].filter(Boolean).join(', ')
/** The server asks for as many letters. */
const LEAST_LETTERS = 2

/** Places of a forecast. */
export const citiesFound: OptionsSource<City> = {
  key: ['weather', 'cities'],
  fetch: async ({ search = '' }, signal) =>
    search.length < LEAST_LETTERS ? pageOf<City>([]) : data(calls.weather.cities({ query: { search } }, { signal })),
  optionOf: city => ({ value: cityKey(city), label: cityLabel(city) }),
  staleTime: lifetimes.lookUp,
}
