import { beforeEach, expect, test } from 'vitest'
import { type Dismissal, watchDismissal } from './dismissal.ts'

/** A field of the page that holds the targets given to it. */
class Field extends EventTarget {
  readonly inside = new Set<unknown>([this])
  readonly contains = (target: unknown) => this.inside.has(target)
}
const event = (type: string, members: Readonly<Record<string, unknown>>) =>
  Object.defineProperties(
    new Event(type, { cancelable: true, bubbles: true }),
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value }])),
  )

let field: Field
let page: EventTarget
let dismissals: Dismissal[]
let stop: () => void
const day = { name: 'day of the popup' }
const outside = { name: 'another field' }
beforeEach(() => {
  field = new Field()
  field.inside.add(day)
  page = new EventTarget()
  dismissals = []
  const watch = watchDismissal as (...args: unknown[]) => () => void // safe: it takes the events of any target
  stop = watch(field, page, (by: Dismissal) => dismissals.push(by))
})

test('Escape dismisses the popup and not the dialog around it', () => {
  const escape = event('keydown', { key: 'Escape' })
  field.dispatchEvent(event('keydown', { key: 'ArrowDown' }))
  field.dispatchEvent(escape)
  expect(dismissals).toEqual(['escape'])
  expect(escape.defaultPrevented).toBe(true)
})

test('focus that leaves the field dismisses the popup', () => {
  field.dispatchEvent(event('focusout', { relatedTarget: day }))
  field.dispatchEvent(event('focusout', { relatedTarget: null }))
  expect(dismissals).toEqual([])
  field.dispatchEvent(event('focusout', { relatedTarget: outside }))
  expect(dismissals).toEqual(['focus'])
})

test('a press outside dismisses the popup, a press inside does not', () => {
  page.dispatchEvent(event('pointerdown', { target: day }))
  expect(dismissals).toEqual([])
  page.dispatchEvent(event('pointerdown', { target: outside }))
  expect(dismissals).toEqual(['outside'])
})

test('a closed popup is no longer watched', () => {
  stop()
  field.dispatchEvent(event('keydown', { key: 'Escape' }))
  page.dispatchEvent(event('pointerdown', { target: outside }))
  expect(dismissals).toEqual([])
})
