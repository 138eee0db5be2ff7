import { categoryKey } from '@steading/contract/devices/categories'
import type { TextKey, Translate } from '@steading/locales/text'
import { disambiguateNames } from '../readings/index.ts'
import type { WidgetData } from './view.ts'

/** What each line is called: with its house where they stand in several. */
export function lineNames(ids: readonly string[], interfaces: WidgetData['interfaces']): ReadonlyMap<string, string> {
  const all = ids.flatMap(id => interfaces.get(id) ?? [])
  const placed = all.map(one => ({
    id: one.id,
    name: one.displayName,
    place: one.entity.displayName,
    box: one.terminal.displayName,
  }))
  return disambiguateNames(placed, null)
}

/** Number of a chart's line, which says its colour and dash, by the place of its interface in the stored configuration. */
export const colourOf = (at: number, places: readonly number[] | undefined): number => (places?.[at] ?? at) + 1

/** The one place of several things, if they have one. */
export const placeOf = (ids: readonly string[], { interfaces }: Pick<WidgetData, 'interfaces'>) => {
  const places = new Set(ids.map(id => interfaces.get(id)?.entity.name))
  return places.size === 1 ? [...places][0] : undefined
}

/** What several things are called together: by the name of the only one, by their one kind. */
export function commonName(ids: readonly string[], { interfaces }: Pick<WidgetData, 'interfaces'>, t: Translate): string {
  const all = ids.flatMap(id => interfaces.get(id) ?? [])
  const [first] = all
  if (first && all.length === 1) return first.displayName
  const isOneKind = first && all.every(one => one.category === first.category)
  return isOneKind ? t(categoryKey(first.category) as TextKey) : t('interface.many') // safe: the texts' test has every category
}
