import type { Interface, Value } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import type { WidgetFile } from '@steading/contract/widgets/dashboards'
import type { ConfigsOf, WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { Alarm } from '../interfaces/index.ts'
import type { WidgetRef } from './source/source.ts'
import type { Flow } from './grid/layout.ts'
import type { LazyComponent } from '../ui/lazy/lazyComponent.tsx'

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
  /** Its id, and its configuration while it is not saved; content that goes by the id needs both. */
  readonly widget: WidgetRef
  readonly files: readonly WidgetFile[]
  readonly configs: ConfigsOf<T>
  /** Where its interfaces stand in the stored configuration, where that names others besides. */
  readonly places?: readonly number[] | undefined
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
  readonly view: LazyComponent<WidgetProps<T>>
  readonly needs: (configs: ConfigsOf<T>) => Omit<Needs, 'chart'>
  /** Its place where a dashboard flows: values, then what one operates, then rings, then charts. */
  readonly flow: Flow
}
