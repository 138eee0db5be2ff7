import { Slider, type SliderProps } from '@mantine/core'
import '@mantine/core/styles/Slider.layer.css'
import { type PointerEvent, useRef } from 'react'
import { type Scale, draggedValue, gestureAxis } from './drag.ts'
import '../form.css'

type DragSliderProps = Omit<SliderProps, 'value' | 'onChange' | keyof Scale> &
  Scale & {
    readonly value: number
    readonly onChange: (value: number) => void
    /** A finger has dragged the handle and let it go. */
    readonly onHandleDrop?: ((value: number) => void) | undefined
    /** The browser took the gesture over: the value before it. */
    readonly onHandleCancel?: ((value: number) => void) | undefined
  }

interface Gesture {
  readonly pointerId: number
  readonly x: number
  readonly y: number
  readonly trackWidth: number
  readonly from: number
  isDrag: boolean
  value: number
}

/**
 * A horizontal slider that can be scrolled over: a finger moves it by a horizontal drag of the handle alone. A vertical swipe
 * scrolls the page, and a tap on the track does nothing. Mouse and keys work as in Mantine's slider.
 */
export function DragSlider({ onHandleDrop, onHandleCancel, ...props }: DragSliderProps) {
  const { value, min, max, step, disabled, onChange } = props
  const gesture = useRef<Gesture>(undefined)
  const isTouch = useRef(false)

  const begin = (event: PointerEvent<HTMLElement>) => {
    isTouch.current = event.pointerType !== 'mouse'
    gesture.current = undefined
    const isHandle = event.target instanceof Element && event.target.closest('[role="slider"]') !== null
    if (!isTouch.current || disabled || !isHandle || !event.isPrimary) return
    const { clientX: x, clientY: y, pointerId, currentTarget } = event
    gesture.current = { pointerId, x, y, trackWidth: currentTarget.clientWidth, from: value, isDrag: false, value }
  }
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const of = gesture.current
    if (!of || of.pointerId !== pointerId) return
    const axis = of.isDrag ? 'x' : gestureAxis(of, { x: clientX, y: clientY })
    if (axis === 'y') gesture.current = undefined
    if (axis !== 'x') return
    of.isDrag = true
    of.value = draggedValue(of.from, (clientX - of.x) / Math.max(of.trackWidth, 1), { min, max, step })
    onChange(of.value)
  }
  const end = ({ pointerId }: PointerEvent) => {
    const of = gesture.current
    if (!of || of.pointerId !== pointerId) return
    gesture.current = undefined
    if (of.isDrag) onHandleDrop?.(of.value)
  }
  const cancel = () => {
    const of = gesture.current
    gesture.current = undefined
    if (of?.isDrag) onHandleCancel?.(of.from)
  }
  return (
    <div
      className="drag-slider"
      onPointerDownCapture={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      // Mantine's slider takes every touch for a drag, and the mouse events that a browser sends after a tap.
      onTouchStartCapture={event => event.stopPropagation()}
      onMouseDownCapture={event => isTouch.current && event.stopPropagation()}
    >
      <Slider {...props} />
    </div>
  )
}
