import type { LayoutItem } from '@steading/contract/dashboards'

/** What somebody is arranging, and which version of the dashboard they began with. */
export interface Draft {
  readonly version: number
  readonly layout: readonly LayoutItem[]
}

/**
 * The draft upon a newer state: each tile where it was put here; one that is new stands where it was put there if that place is
 * free, else below; one that is gone goes.
 */
export function rebased(draft: Draft, { version, layout }: Draft): Draft {
  const there = new Set(layout.map(item => item.id))
  const kept = draft.layout.filter(item => there.has(item.id))
  const known = new Set(kept.map(item => item.id))
  const all = [...kept]
  for (const item of layout.filter(one => !known.has(one.id)))
    all.push(all.some(one => meet(one, item)) ? { ...item, y: bottomOf(all) } : item)
  return { version, layout: all }
}

/**
 * The draft with a tile that was added meanwhile. What somebody else has saved since is not taken for known: saving asks, as it
 * would have without the new tile.
 */
export function withAdded(draft: Draft, fresh: Draft): Draft {
  const isOurs = fresh.version === draft.version + 1
  return { ...rebased(draft, fresh), version: isOurs ? fresh.version : draft.version }
}

const meet = (a: LayoutItem, b: LayoutItem) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const bottomOf = (layout: readonly LayoutItem[]) => Math.max(0, ...layout.map(item => item.y + item.h))
