import type { Widget } from '@steading/contract/widgets/dashboards'

/** The house that a widget shows, where it names sensors of the house. */
export interface WidgetHouse {
  /** Undefined while it is fetched, and where there is none. */
  readonly id: string | undefined
  /** Which sensors it lacks, or why it shows none, in a sentence. */
  readonly lacking: string | undefined
  /** Where the sensors that are shown stand in the stored configuration: others may be lacking between them. */
  readonly places: readonly number[]
  /** No sensor is left to show. */
  readonly isEmpty: boolean
  /** Why it was not fetched. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined
}

/** A widget as it is shown: with the sensors of a house in its configuration. */
export type ShownWidget = Widget & { readonly house?: WidgetHouse | undefined }
