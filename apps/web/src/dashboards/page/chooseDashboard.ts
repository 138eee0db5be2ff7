import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { byName } from '../../platform/page/sortNames.ts'

/**
 * Dashboard to show: that of the URL; else that of the chosen entity or the first below it, or none; without a chosen entity the
 * home page of the user, else the first one.
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
    const below = (dashboard: Dashboard) =>
      !dashboard.own && dashboard.entity ? dashboard.entity.way.slice(dashboard.entity.way.indexOf(place)) : []
    const atPlace = list.filter(one => below(one)[0] === place)
    return atPlace.toSorted((a, b) => below(a).length - below(b).length || byPlace(a, b))[0]?.id
  }
  return asked.homepage ?? list[0]?.id
}

export interface Group {
  readonly key: 'favorites' | 'mine' | 'shared'
  readonly dashboards: readonly Dashboard[]
}

const byPlace = (a: Dashboard, b: Dashboard) => byName(a.entity?.displayName ?? '', b.entity?.displayName ?? '')

/**
 * Groups of the dashboard menu: favourites, own ones, then those of farms and sectors by entity. A dashboard of an entity outside
 * of the user's area is listed only while it is shown.
 */
export function groups(list: readonly Dashboard[], current: string | undefined): readonly Group[] {
  const of = (key: Group['key'], fits: (dashboard: Dashboard) => boolean): Group => ({
    key,
    dashboards: list.filter(fits).toSorted(byPlace),
  })
  return [
    of('favorites', one => one.favourite),
    of('mine', one => one.own && !one.favourite),
    of('shared', one => !one.own && !one.favourite && (one.entity !== null || one.id === current)),
  ].filter(group => group.dashboards.length > 0)
}
