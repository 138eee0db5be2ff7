import type { Dashboard } from '@steading/contract/dashboards'

/**
 * The dashboard to show: the one that the address names; else that of the chosen entity or of the nearest one above it; else
 * one's home page; else the first there is.
 */
export function choose(
  list: readonly Dashboard[],
  asked: {
    readonly dashboard?: string | undefined
    /** The way from the top to the chosen entity. */
    readonly way?: readonly string[]
    readonly homepage?: string | undefined
  },
): string | undefined {
  if (asked.dashboard) return asked.dashboard
  for (const place of (asked.way ?? []).toReversed()) {
    const here = list.find(one => !one.own && one.entity?.id === place)
    if (here) return here.id
  }
  return asked.homepage ?? list[0]?.id
}

export interface Group {
  readonly key: 'favorites' | 'mine' | 'shared'
  readonly dashboards: readonly Dashboard[]
}

/** The dashboards as they are chosen from: favourites first, then one's own, then those of farms and houses. */
export function groups(list: readonly Dashboard[]): readonly Group[] {
  const of = (key: Group['key'], fits: (one: Dashboard) => boolean): Group => ({ key, dashboards: list.filter(fits) })
  return [
    of('favorites', one => one.favourite),
    of('mine', one => one.own && !one.favourite),
    of('shared', one => !one.own && !one.favourite),
  ].filter(group => group.dashboards.length > 0)
}
