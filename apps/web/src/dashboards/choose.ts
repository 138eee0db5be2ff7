import type { Dashboard } from '@steading/contract/dashboards'
import { byName } from '../platform/names.ts'

/**
 * The dashboard to show: the one that the address names; of a chosen entity its own, else the first below it, and none where
 * there is none; without either one's home page, else the first there is.
 */
export function choose(
  list: readonly Dashboard[],
  asked: {
    readonly dashboard?: string | undefined
    /** The chosen entity. */
    readonly place?: string | undefined
    readonly homepage?: string | undefined
  },
): string | undefined {
  if (asked.dashboard) return asked.dashboard
  const { place } = asked
  if (place) {
    const below = (one: Dashboard) => (!one.own && one.entity ? one.entity.way.slice(one.entity.way.indexOf(place)) : [])
    const here = list.filter(one => below(one)[0] === place)
    return here.toSorted((a, b) => below(a).length - below(b).length || byPlace(a, b))[0]?.id
  }
  return asked.homepage ?? list[0]?.id
}

export interface Group {
  readonly key: 'favorites' | 'mine' | 'shared'
  readonly dashboards: readonly Dashboard[]
}

const byPlace = (a: Dashboard, b: Dashboard) => byName(a.entity?.displayName ?? '', b.entity?.displayName ?? '')

/**
 * The dashboards as they are chosen from: favourites first, then one's own, then those of farms and houses by their place. What
 * belongs to a place above one's reach only stands in for what is missing here: it is offered while it is the one shown.
 */
export function groups(list: readonly Dashboard[], current: string | undefined): readonly Group[] {
  const of = (key: Group['key'], fits: (one: Dashboard) => boolean): Group => ({
    key,
    dashboards: list.filter(fits).toSorted(byPlace),
  })
  return [
    of('favorites', one => one.favourite),
    of('mine', one => one.own && !one.favourite),
    of('shared', one => !one.own && !one.favourite && (one.entity !== null || one.id === current)),
  ].filter(group => group.dashboards.length > 0)
}
