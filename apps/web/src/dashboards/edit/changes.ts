import type { Widget } from '@steading/contract/widgets/dashboards'
import { type Draft, isSameConfigs, isSamePlace } from './draft.ts'

/** Widgets with their places, stored or of a draft; those without a place do not count. */
type Arrangement = Pick<Draft, 'layout' | 'widgets'>

export const CHANGE_KINDS = ['added', 'edited', 'removed', 'moved'] as const
/** Widgets that differ between two arrangements, each by its first kind. */
export type Changes = Readonly<Record<(typeof CHANGE_KINDS)[number], readonly Widget[]>>

export function changesBetween(before: Arrangement, after: Arrangement): Changes {
  const formerPlaces = new Map(before.layout.map(item => [item.id, item]))
  const ids = new Set(after.layout.map(({ id }) => id))
  const changes = { added: [] as Widget[], edited: [] as Widget[], removed: [] as Widget[], moved: [] as Widget[] }
  for (const item of after.layout) {
    const [former, widget] = [before.widgets[item.id], after.widgets[item.id]]
    const formerPlace = formerPlaces.get(item.id)
    if (!widget) continue
    if (!former || !formerPlace) changes.added.push(widget)
    else if (!isSameConfigs(former, widget)) changes.edited.push(widget)
    else if (!isSamePlace(item, formerPlace)) changes.moved.push(widget)
  }
  for (const { id } of before.layout) {
    const widget = before.widgets[id]
    if (widget && !ids.has(id)) changes.removed.push(widget)
  }
  return changes
}

export const hasChanges = (changes: Changes): boolean => CHANGE_KINDS.some(kind => changes[kind].length > 0)
