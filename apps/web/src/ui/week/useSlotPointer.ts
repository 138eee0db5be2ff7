import { DAY_SECONDS } from '@steading/contract/rules/schedule'
import { type PointerEvent, useRef, useState } from 'react'
import { type SlotValues, type WeekValues, type Grip, type SlotAt, drawSlot, dragSlot, moveToDay, STEP } from './weekValues.ts'

/** What a pointer is doing in the week. */
type Gesture =
  | { readonly does: 'draw'; readonly weekday: number; readonly from: number; readonly to: number }
  | {
      readonly does: 'drag'
      readonly at: SlotAt
      readonly grip: Grip
      readonly from: number
      readonly to: number
      /** From which weekday it was taken, and over which it is. */
      readonly weekday: number
      readonly over: number
    }

const anHour = 3600
/** A finger that moves less has tapped (px). */
const hasNotMoved = 8

const secondAt = (column: Element, y: number): number => {
  const { top, height } = column.getBoundingClientRect()
  return Math.min(Math.max(((y - top) / Math.max(height, 1)) * DAY_SECONDS, 0), DAY_SECONDS - 1)
}

/** Over which weekday a pointer is; undefined: over none. */
function weekdayAt(x: number, y: number): number | undefined {
  const [column] = document.elementsFromPoint(x, y).flatMap(item => item.closest<HTMLElement>('.week-column') ?? [])
  return column?.dataset['weekday'] === undefined ? undefined : Number(column.dataset['weekday'])
}

/** A mere click or tap is an hour. */
const span = ({ from, to }: Gesture): readonly [number, number] =>
  Math.abs(to - from) < STEP / 2 ? [from - (from % STEP), from - (from % STEP) + anHour] : [from, to]

/**
 * Draws slots with a mouse, a pen or a finger and moves those that are there. A finger that moves over free parts scrolls the
 * page: there a tap adds an hour, and only a slot that is chosen follows it.
 */
export function useSlotPointer(
  week: WeekValues,
  chosen: SlotAt | undefined,
  {
    sample,
    put,
    choose,
  }: {
    sample: SlotValues
    put: (week: WeekValues, at?: SlotAt) => void
    choose: (at: SlotAt) => void
  },
) {
  const [stroke, set] = useState<Gesture>()
  const touch = useRef<{ readonly weekday: number; readonly x: number; readonly y: number }>(undefined)

  const outcome = (gesture: Gesture) =>
    gesture.does === 'draw' ? drawSlot(week, gesture.weekday, span(gesture), sample) : dragged(gesture)
  const dragged = ({ at, grip, from, to, weekday, over }: Extract<Gesture, { does: 'drag' }>) => {
    const by = to - from
    if (grip !== 'whole' || over === weekday) return dragSlot(week, at, grip, by)
    return moveToDay(week, at, { from: weekday, to: over, by }) ?? { week, at }
  }
  const shown = stroke && outcome(stroke)

  const isChosen = (at: SlotAt) => chosen?.line === at.line && chosen.slot === at.slot
  const move = (event: PointerEvent<HTMLElement>) => {
    if (stroke) set(goneOn(stroke, event))
  }
  const goneOn = (gesture: Gesture, event: PointerEvent<HTMLElement>): Gesture => {
    const to = secondAt(event.currentTarget, event.clientY)
    return gesture.does === 'draw'
      ? { ...gesture, to }
      : { ...gesture, to, over: weekdayAt(event.clientX, event.clientY) ?? gesture.over }
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const began = touch.current
    touch.current = undefined
    if (began && Math.hypot(event.clientX - began.x, event.clientY - began.y) < hasNotMoved) {
      const from = secondAt(event.currentTarget, event.clientY)
      const drawn = outcome({ does: 'draw', weekday: began.weekday, from, to: from })
      if (drawn) put(drawn.week, drawn.at)
    }
    if (!stroke) return
    set(undefined)
    const drawn = outcome(goneOn(stroke, event))
    if (drawn && drawn.week !== week) put(drawn.week, drawn.at)
  }
  const cancel = () => {
    touch.current = undefined
    set(undefined)
  }

  return {
    /** The week as it would be if the pointer were lifted now. */
    week: shown?.week ?? week,
    chosen: shown?.at ?? chosen,
    /** For the column of a day. */
    column: (weekday: number) => ({
      'data-weekday': weekday,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        if (event.pointerType === 'touch') {
          touch.current = { weekday, x: event.clientX, y: event.clientY }
          return
        }
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = secondAt(event.currentTarget, event.clientY)
        set({ does: 'draw', weekday, from, to: from })
      },
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: cancel,
    }),
    /** For a slot, and for its edges. */
    take: (at: SlotAt, grip: Grip, weekday: number) => (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation()
      if (event.button !== 0) return
      const follows = event.pointerType !== 'touch' || isChosen(at)
      choose(at)
      const column = event.currentTarget.closest<HTMLElement>('.week-column')
      if (!follows || !column) return
      column.setPointerCapture(event.pointerId)
      const from = secondAt(column, event.clientY)
      set({ does: 'drag', at, grip, from, to: from, weekday, over: weekday })
    },
  }
}
