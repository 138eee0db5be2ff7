import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import type { CategoryId } from '@steading/contract/devices/categories'
import type { Event } from '@steading/contract/events/events'
import type { PublicContent } from '@steading/contract/widgets/publicContent'
import type { Consumption, Milk, SiloInfo } from '@steading/contract/widgets/widgetData'
import type { Forecast, forecastQuery } from '@steading/contract/widgets/weather'
import { createContext, use } from 'react'
import type { z } from 'zod'
import type { SeriesWindow } from '../../readings/index.ts'
import type { ContentSource } from './sessionContent.ts'
import type { SourceQuery, WidgetRef } from './sourceQuery.ts'

export type { SourceQuery, WidgetRef } from './sourceQuery.ts'

/** Where a dashboard has its data from: a session, or a public link. A widget never reaches for the session itself. */
export interface DashboardSource extends ContentSource {
  readonly kind: 'session' | 'publicLink'
  readonly interfaces: (ids: readonly string[]) => SourceQuery<readonly Interface[]>
  readonly series: (window: SeriesWindow) => SourceQuery<ReadonlyMap<string, Series>>
  readonly consumption: (widget: WidgetRef) => SourceQuery<Consumption>
  readonly silo: (widget: WidgetRef) => SourceQuery<SiloInfo>
  readonly milk: (widget: WidgetRef) => SourceQuery<Milk>
  readonly forecast: (query: z.input<typeof forecastQuery>) => SourceQuery<Forecast>
  /** Sessions alone: interfaces at an entity and below it, of some categories or of all. */
  readonly interfacesOf?: (entityId: string, categories: readonly CategoryId[]) => SourceQuery<readonly Interface[]>
  /** Sessions alone: events of entities and below them that opened in a range (ms UTC), the latest first. */
  readonly events?: (entityIds: readonly string[], range: readonly [from: number, to: number]) => SourceQuery<readonly Event[]>
  /** Public links alone: the first rows of a list. */
  readonly table?: (widget: WidgetRef) => SourceQuery<NonNullable<PublicContent['table']>>
}

/** What every dashboard needs at once; the rest comes with the widgets that show it. */
export type BoardSource = Pick<DashboardSource, 'kind' | 'interfaces' | 'series'>

const SourceContext = createContext<BoardSource | undefined>(undefined)
export const SourceProvider = SourceContext.Provider

/** The source of the dashboard around. */
export function useBoardSource(): BoardSource {
  const source = use(SourceContext)
  if (!source) throw new Error('a widget stands outside of a dashboard')
  return source
}

/** Links lead to pages that need a session: a public dashboard has none. */
export const useHasLinks = (): boolean => use(SourceContext)?.kind !== 'publicLink'
