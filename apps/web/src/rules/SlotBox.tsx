import { IconLock } from '@tabler/icons-react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { Place } from './slots.ts'
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
  place: Place
  /** Devices that differ stand side by side. */
  lane?: { readonly at: number; readonly of: number } | undefined
  forced: boolean
  time: string
  value: string
  /** What it is called where it is spoken; left out: what is written in it. */
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
        ...(lane && { left: `${(100 * lane.at) / lane.of}%`, right: `${100 - (100 * (lane.at + 1)) / lane.of}%` }),
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
