import { animalMovements } from '@steading/contract/production/animalMovements'
import { batches } from '@steading/contract/production/batches'
import { entities } from '@steading/contract/entities/entities'
import { eventViews } from '@steading/contract/events/views'
import { type FeedMovement, feedMovements } from '@steading/contract/production/feedMovements'
import { interfaces } from '@steading/contract/devices/interfaces'
import type { Translate } from '@steading/locales/text'
import type { Permission } from '@steading/contract/users/permissions'
import { RULE_KINDS } from '@steading/contract/rules/kinds'
import { rules } from '@steading/contract/rules/rules'
import { terminals } from '@steading/contract/devices/terminals'
import { users } from '@steading/contract/users/users'
import {
  IconArrowsExchange,
  IconBell,
  IconBuildingWarehouse,
  IconEgg,
  IconGauge,
  IconServer,
  IconSettingsAutomation,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { movementTitle } from '../animalMovements/index.ts'
import { wayOf } from '../entities/index.ts'
import { eventHref } from '../events/index.ts'
import { feedTitle } from '../feedMovements/index.ts'
import { api, data } from '../platform/api/api.ts'
import { placeOf as rulePlace, ruleHref } from '../rules/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { usePaused } from '../platform/useDebounced.ts'
import { type Target, found } from '../ui/shell/navigation/targets.ts'
import { to } from '../platform/navigation/paths.ts'
import { hrefAt } from './place.ts'

const calls = {
  animalMovements: api(animalMovements),
  batches: api(batches),
  entities: api(entities),
  events: api(eventViews),
  feedMovements: api(feedMovements),
  interfaces: api(interfaces),
  rules: api(rules),
  terminals: api(terminals),
  users: api(users),
}

/** So many of each leave room for the others. */
const mostOfEach = 8
const itemsPerPage = 20

/** One kind of thing that the server finds by its name. */
interface Finder {
  /** What its query key begins with, so that a change drops it. */
  readonly name: string
  /** Any of these. */
  readonly asks: Permission | readonly Permission[]
  readonly find: (search: string, signal: AbortSignal, t: Translate) => Promise<readonly Target[]>
}

const places: Finder = {
  name: 'entities',
  asks: 'entities.read',
  find: async (search, signal) => {
    const query = { search, itemsPerPage, sortProperty: 'match' } as const
    const { content } = await data(calls.entities.search({ query }, { signal }))
    const icon = <IconBuildingWarehouse size={16} stroke={1.7} aria-hidden />
    return content.map(({ id, name, above }) => ({ href: hrefAt('/farmview', id), name, place: wayOf(above), icon }))
  },
}

const sensors: Finder = {
  name: 'interfaces',
  asks: 'interfaces.read',
  find: async (search, signal) => {
    const query = { search, hidden: false, itemsPerPage, sortProperty: 'match', sortDirection: 'ASC' } as const
    const { content } = await data(calls.interfaces.search({ query }, { signal }))
    const icon = <IconGauge size={16} stroke={1.7} aria-hidden />
    return content.map(({ id, displayName, entity }) => ({
      href: to('/system/interfaces/details/{interfaceId}', { interfaceId: id }),
      name: displayName,
      place: entity.displayName,
      icon,
    }))
  },
}

const boxes: Finder = {
  name: 'terminals',
  asks: 'terminals.read',
  find: async (search, signal) => {
    const query = { search, itemsPerPage, sortProperty: 'displayName', sortDirection: 'ASC' } as const
    const { content } = await data(calls.terminals.search({ query }, { signal }))
    const icon = <IconServer size={16} stroke={1.7} aria-hidden />
    return content.map(({ id, displayName, rootEntity }) => ({
      href: to('/system/terminals/{terminalId}', { terminalId: id }),
      name: displayName,
      place: rootEntity.displayName,
      icon,
    }))
  },
}

const people: Finder = {
  name: 'users',
  asks: 'users.read',
  find: async (search, signal) => {
    const { content } = await data(calls.users.choices({ query: { search, itemsPerPage } }, { signal }))
    const icon = <IconUser size={16} stroke={1.7} aria-hidden />
    return content.map(({ userId, displayName }) => ({
      href: to('/system/users/details/{userid}', { userid: userId }),
      name: displayName,
      icon,
    }))
  },
}

const batchesFound: Finder = {
  name: 'batches',
  asks: 'batches.read',
  find: async (search, signal) => {
    const { content } = await data(calls.batches.search({ query: { search, itemsPerPage } }, { signal }))
    const icon = <IconEgg size={16} stroke={1.7} aria-hidden />
    return content.map(({ id, code, entity }) => ({
      href: to('/production/batches/{batchId}/details', { batchId: id }),
      name: code,
      place: entity.displayName,
      icon,
    }))
  },
}

const rulesFound: Finder = {
  name: 'rules',
  asks: Object.values(RULE_KINDS),
  find: async (search, signal) => {
    const query = { search, itemsPerPage, sortProperty: 'displayName', sortDirection: 'ASC' } as const
    const { content } = await data(calls.rules.search({ query }, { signal }))
    const icon = <IconSettingsAutomation size={16} stroke={1.7} aria-hidden />
    return content.map(rule => ({ href: ruleHref(rule), name: rule.displayName, place: rulePlace(rule), icon }))
  },
}

const eventsFound: Finder = {
  name: 'events',
  asks: 'events.read',
  find: async (title, signal) => {
    const { content } = await data(calls.events.search({ query: { title, itemsPerPage } }, { signal }))
    const icon = <IconBell size={16} stroke={1.7} aria-hidden />
    return content.map(event => ({
      href: eventHref(event),
      name: event.title,
      place: event.entity.displayName,
      icon,
    }))
  },
}

type MovementPlace = Pick<FeedMovement, 'batch' | 'entity' | 'typeDescription'>

/** Where a movement belongs, with what its author added to the type: it is found by either. */
const movementPlace = ({ batch, entity, typeDescription }: MovementPlace): string =>
  [batch?.code, entity.displayName, typeDescription].filter(Boolean).join(' · ')

/** Movements of one kind: how they are searched, and where each leads. */
const movementFinder = <M extends MovementPlace>({
  name,
  asks,
  search,
  target,
}: Pick<Finder, 'name' | 'asks'> & {
  readonly search: (text: string, signal: AbortSignal) => Promise<{ readonly content: readonly M[] }>
  readonly target: (movement: M, t: Translate) => { readonly href: string; readonly name: string }
}): Finder => ({
  name,
  asks,
  find: async (text, signal, t) => {
    const { content } = await search(text, signal)
    const icon = <IconArrowsExchange size={16} stroke={1.7} aria-hidden />
    return content.map(movement => ({ ...target(movement, t), place: movementPlace(movement), icon }))
  },
})

const animalMovementsFound = movementFinder({
  name: 'animalMovements',
  asks: 'batches.transactions.read',
  search: (search, signal) => data(calls.animalMovements.search({ query: { search, itemsPerPage } }, { signal })),
  target: (movement, t) => ({
    href: to('/production/animalMovements/details/{animalMovementId}', { animalMovementId: movement.id }),
    name: movementTitle(movement, t),
  }),
})

const feedMovementsFound = movementFinder({
  name: 'feedMovements',
  asks: 'batches.feedMovements.read',
  search: (search, signal) => data(calls.feedMovements.search({ query: { search, itemsPerPage } }, { signal })),
  target: (movement, t) => ({
    href: to('/production/feedMovements/details/{feedMovementId}', { feedMovementId: movement.id }),
    name: feedTitle(movement, t),
  }),
})

function useFinds({ name, asks, find }: Finder, text: string) {
  const t = useText()
  const enabled = useMay()(asks) && text !== ''
  const { data: hits, ...asked } = useQuery({
    queryKey: [name, 'jump', text, t.language],
    queryFn: ({ signal }) => find(text, signal, t),
    placeholderData: keepPreviousData,
    enabled,
  })
  return {
    hits: (enabled && hits) || [],
    isOfBefore: asked.isPlaceholderData,
    isWaiting: enabled && (asked.isPending || asked.isPlaceholderData),
    hasFailed: enabled && asked.isError,
  }
}

/**
 * Places, sensors, smart boxes, batches, rules, events, people and movements that the server finds for what somebody types, as far as
 * they may see them.
 */
export function useServerFinds(typed: string) {
  const text = typed.trim()
  const asked = usePaused(text)
  const all = [
    useFinds(places, asked),
    useFinds(sensors, asked),
    useFinds(boxes, asked),
    useFinds(batchesFound, asked),
    useFinds(rulesFound, asked),
    useFinds(eventsFound, asked),
    useFinds(people, asked),
    useFinds(animalMovementsFound, asked),
    useFinds(feedMovementsFound, asked),
  ]
  const targets = all.flatMap(({ hits, isOfBefore }): readonly Target[] => {
    // Of what fitted a text before, only what fits this one, too, until the server has said.
    const fitting = isOfBefore || asked !== text ? found(hits, text) : hits
    return fitting.slice(0, mostOfEach).map(hit => ({ ...hit, isFound: true }))
  })
  return {
    targets: text === '' ? [] : targets,
    isWaiting: asked !== text || all.some(one => one.isWaiting),
    hasFailed: all.some(one => one.hasFailed),
  }
}
