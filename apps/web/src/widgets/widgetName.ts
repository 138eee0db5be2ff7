import type { Widget } from '@steading/contract/widgets/dashboards'
import type { Interface } from '@steading/contract/devices/interfaces'

/** What a tile is called: by its title, else by what it shows and where; undefined while nobody knows. */
export function nameOf(
  widget: Pick<Widget, 'configs'>,
  interfaces: ReadonlyMap<string, Pick<Interface, 'displayName' | 'entity'>> | undefined,
): string | undefined {
  const { title, interfaceId, interfaceIds } = widget.configs
  const ids = [interfaceId, interfaceIds].flat().filter(id => typeof id === 'string')
  const shown = ids.flatMap(id => interfaces?.get(id) ?? [])
  const names = typeof title === 'string' && title ? [title] : shown.map(one => one.displayName)
  const places = new Set(shown.map(one => one.entity.name))
  return names.length === 0 ? undefined : [...names, ...(places.size === 1 ? places : [])].join(', ')
}
