import { IconLock } from '@tabler/icons-react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { SlotLayout } from './slotLayout.ts'
import './week.css'

/** A time slot in the column of its day, with as much said as it has room for. */
export function SlotBox({
  place: { top, height, room, strength },
  lane,
  forced,
  time,
  value,
  spoken,
  children,
  ...props
}: HTMLAttributes<HTMLDivElement> & {
  place: SlotLayout
  /** Devices that differ stand side by side. */
  lane?: { readonly at: number; readonly value: number } | undefined
  forced: boolean
  time: string
  value: string
  /** Text for screen readers; by default the visible text. */
  spoken?: string
  children?: ReactNode
}) {
  return (
    <div
      {...props}
      className="week-slot"
      data-strength={strength}
      data-forced={forced || undefined}
      style={{
        top: `${top}%`,
        height: `${height}%`,
        ...(lane && { left: `${(100 * lane.at) / lane.value}%`, right: `${100 - (100 * (lane.at + 1)) / lane.value}%` }),
      }}
    >
      {spoken && <span className="vh">{spoken}</span>}
      {room !== 'none' && (
        <b aria-hidden={spoken ? true : undefined}>
          {value}
          {forced && <IconLock size={12} aria-hidden />}
        </b>
      )}
      {room === 'time' && (
        <span className="num" aria-hidden={spoken ? true : undefined}>
          {time}
        </span>
      )}
      {children}
    </div>
  )
}
