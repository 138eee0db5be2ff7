import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tab } from '../platform/storage.ts'
import { parseSearch, writeSearch } from '../platform/navigation/search.ts'
import { store, useStore } from '../platform/store.ts'
import { type PagePath, to } from '../platform/navigation/paths.ts'

/** The pages that show what lies at and below one entity, and the parameter of their address that names it. */
const parameters: Readonly<Partial<Record<string, string>>> = {
  '/': 'entity',
  '/farmview': 'entity',
  '/events': 'entity',
  '/helpdesk': 'entity',
  '/drills': 'entityId',
  '/drills/summary': 'entityId',
  '/system/terminals': 'entityId',
  '/system/interfaces': 'entityId',
  '/production/batches': 'entityId',
  '/rules': 'entityId',
  '/rules/alarms': 'entityId',
  '/rules/scheduler': 'entityId',
} satisfies Partial<Record<PagePath, string>>

/** The chosen entity, kept for the pages whose address does not name one. */
const chosenEntity = store(tab.read('place'))

/** A page of the navigation at an entity. */
export const hrefAt = (path: PagePath, entityId: string | undefined): string => {
  const name = parameters[path]
  return path + (name ? writeSearch({ [name]: entityId }) : '')
}

/** The same page at another entity, where it can show one; else the home of that entity. */
export function elsewhere(pathname: string, search: string, entityId: string | undefined): string {
  const name = parameters[pathname]
  if (!name) return to('/farmview') + writeSearch({ entity: entityId })
  const { currentPage: _page, dashboard: _dashboard, ...rest } = parseSearch(search)
  return pathname + writeSearch({ ...rest, [name]: entityId })
}

/** The entity that an address names: undefined where it names none, null where it cannot. */
export function placeOf(pathname: string, search: string): string | undefined | null {
  const name = parameters[pathname]
  if (!name) return null
  const given = parseSearch(search)[name]
  return typeof given === 'string' ? given : undefined
}

/** The entity that this tab looks at; undefined for all that the person may see. */
export function usePlace(): string | undefined {
  const here = useRouterState({ select: ({ location }) => placeOf(location.pathname, location.searchStr) })
  useEffect(() => {
    if (here === null) return
    tab.write('place', here)
    chosenEntity.set(here)
  }, [here])
  const before = useStore(chosenEntity)
  return here === null ? before : here
}
