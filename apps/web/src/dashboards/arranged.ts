import type { Draft } from './draft.ts'

/** Is anything elsewhere than it stood? The order in which tiles are told says nothing. */
export function isArranged(draft: Pick<Draft, 'layout'>, { layout }: Pick<Draft, 'layout'>): boolean {
  const stood = new Map(layout.map(item => [item.id, item]))
  return draft.layout.some(item => {
    const before = stood.get(item.id)
    return !before || before.x !== item.x || before.y !== item.y || before.w !== item.w || before.h !== item.h
  })
}
