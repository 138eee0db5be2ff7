import type { Widget } from '@steading/contract/dashboards'
import type { Interface } from '@steading/contract/interfaces'
import { needsOf } from '../widgets/index.ts'

/** What a tile is called: by its title, else by what it shows and where; undefined while nobody knows. */
export function nameOf(
  widget: Pick<Widget, 'type' | 'configs'>,
  interfaces: ReadonlyMap<string, Pick<Interface, 'displayName' | 'entity'>> | undefined,
): string | undefined {
  const shown = needsOf(widget).interfaceIds.flatMap(id => interfaces?.get(id) ?? [])
  const { title } = widget.configs
  const names = typeof title === 'string' && title ? [title] : shown.map(one => one.displayName)
  const places = new Set(shown.map(one => one.entity.name))
  return names.length === 0 ? undefined : [...names, ...(places.size === 1 ? places : [])].join(', ')
}
