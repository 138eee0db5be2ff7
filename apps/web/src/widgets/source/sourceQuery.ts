import type { UseQueryOptions } from '@tanstack/react-query'

/** Values that are older than two polls are said to be old (ms). */
export const OLD_AFTER = 150_000

/** A query of data of one kind; equal keys are one request. */
// oxlint-disable-next-line typescript/no-explicit-any -- keys differ by kind
export type SourceQuery<T> = UseQueryOptions<T, Error, T, any>

/** A widget whose content goes by its id; `draft`: its configuration, while it is not saved. */
export interface WidgetRef {
  readonly id: string
  /** The dashboard that it stands on: the way back from where it leads. */
  readonly dashboardId?: string | undefined
  /** The house whose sensors it shows. */
  readonly house?: string | undefined
  readonly draft?: Readonly<Record<string, unknown>> | undefined
}
