import type { Severity } from '@steading/contract/events'
import type { Interface, Value } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import type { WIDGET_CONFIGS, WidgetTypeName } from '@steading/contract/widgets'
import type { z } from 'zod'
import type { Flow } from './layout.ts'
import type { Later } from '../ui/later/later.tsx'

export type ConfigsOf<T extends WidgetTypeName> = z.output<(typeof WIDGET_CONFIGS)[T]>

/** An open event's line that an interface has crossed. */
export interface Alarm {
  readonly severity: Severity
  /** Absent for what has no order: a door, a status. */
  readonly limit?: { readonly value: number; readonly beyond: 'above' | 'below' }
  /** Of a device that does not follow: what it was told, and what it said instead. */
  readonly feedback?: { readonly ordered: Value; readonly said: Value }
  readonly sinceUtc: string
}

/** What a dashboard has fetched for its widgets, and what they may do. */
export interface WidgetData {
  readonly interfaces: ReadonlyMap<string, Interface>
  /** The series of the hours that the widget needs, by interface. */
  readonly series: ReadonlyMap<string, Series>
  /** The end of those series (ms UTC). */
  readonly now: number
  /** The range that the page asks charts for, instead of their own. */
  readonly hours?: number | undefined
  /** By interface. */
  readonly alarms?: ReadonlyMap<string, Alarm> | undefined
  /** Absent: this person operates nothing. `hold` in ms, as long as is usual where it is left out. */
  readonly actuate?: ((target: Interface, value: Value, hold?: number) => void) | undefined
  /** Why the last command was not carried out, in a sentence. */
  readonly reason?: string | undefined
}

export interface WidgetProps<T extends WidgetTypeName> {
  readonly configs: ConfigsOf<T>
  readonly data: WidgetData
}

/** What a widget needs of the server: interfaces, and how many hours of their series (0: none). */
export interface Needs {
  readonly interfaceIds: readonly string[]
  readonly hours: number
  /** It is about a range of time, which the page may change. */
  readonly chart: boolean
}

export interface WidgetView<T extends WidgetTypeName> {
  /** Its part of the application, fetched when a dashboard shows one. */
  readonly view: Later<WidgetProps<T>>
  readonly needs: (configs: ConfigsOf<T>) => Omit<Needs, 'chart'>
  /** Its place where a dashboard flows: values, then what one operates, then rings, then charts. */
  readonly flow: Flow
}
