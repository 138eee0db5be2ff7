import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { snapToStep } from '../form/slider/drag.ts'
import type { Place } from './draw/Chart.tsx'
import './chart.css'

/** A line across a pane that can be moved, by pointer or with the arrow keys. */
export interface Handle {
  readonly key: string
  /** The number of its pane. */
  readonly pane: number
  readonly value: number
  /** What it is, and its value in words. */
  readonly name: string
  readonly words: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onMove: (value: number) => void
}

/** Steps of a key; undefined: it moves nothing. */
export const stepsOf = (key: string): number | undefined =>
  ({ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 })[key]

/** Grips of lines, at the right edge of the drawing that they lie upon. */
export const Handles = ({ handles, place }: { handles: readonly Handle[]; place: Place }) =>
  handles.map(handle => <Grip key={handle.key} of={handle} place={place} />)

function Grip({ of: handle, place }: { of: Handle; place: Place }) {
  const { pane, value, name, words, min, max, onMove } = handle
  // Where it was taken: the axis may grow while it is moved.
  const taken = useRef<{ readonly y: number; readonly value: number; readonly perPixel: number }>(undefined)
  const top = place(pane, value)
  if (top === undefined || Number.isNaN(top)) return null
  const move = (next: number) => {
    const at = snapToStep(next, handle)
    if (at !== value) onMove(at)
  }
  const grab = (event: PointerEvent<HTMLElement>) => {
    const one = place(pane, value)
    const other = place(pane, value + handle.step)
    if (event.button !== 0 || one === undefined || other === undefined || one === other) return
    // A swipe that begins here scrolls the page: a finger first chooses the line by a tap, which gives it the focus.
    if (event.pointerType === 'touch' && document.activeElement !== event.currentTarget) return
    event.currentTarget.setPointerCapture(event.pointerId)
    taken.current = { y: event.clientY, value, perPixel: handle.step / (one - other) }
  }
  const drag = ({ clientY }: PointerEvent) => {
    const from = taken.current
    if (from) move(from.value + (from.y - clientY) * from.perPixel)
  }
  const release = () => {
    taken.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const steps = stepsOf(event.key)
    if (steps === undefined) return
    event.preventDefault()
    move(value + steps * handle.step)
  }
  return (
    <div
      className="chart-grip"
      // No input can be laid upon a line of a drawing and follow it.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={name}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={words}
      style={{ top }}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
    />
  )
}
