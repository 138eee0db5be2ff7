import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { isDenied } from '../platform/api/failures.ts'
import { useText } from '../platform/texts.tsx'
import { failedSince, FetchFailure, useOldRemark } from './FetchedBody.tsx'
import { Widget, WidgetRemark } from './Widget.tsx'
import { WidgetSkeleton } from './WidgetSkeleton.tsx'

/**
 * A widget that is called by what it fetches: a skeleton until it is there, the reason where it does not come. Says so when its
 * content is old.
 */
export function QueryWidget<T>({
  name,
  query,
  children,
}: {
  /** What it is called while nothing is known of its content; the word for a widget where that is left out. */
  name?: string | undefined
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>
  children: (data: T) => ReactNode
}) {
  const t = useText()
  const { data, error, refetch } = query
  if (data !== undefined && !isDenied(error)) return <AgedWidget at={failedSince(query)}>{children(data)}</AgedWidget>
  if (!error) return <WidgetSkeleton />
  return (
    <Widget name={name ?? t('widget.one')}>
      <FetchFailure error={error} retry={() => void refetch()} />
    </Widget>
  )
}

/** A widget with the remark that its content is old, by when it came (ms); undefined: it is not. */
function AgedWidget({ at, children }: { at: number | undefined; children: ReactNode }) {
  const remark = use(WidgetRemark)
  const old = useOldRemark(at)
  return <WidgetRemark value={remark && old ? `${remark} ${old}` : (remark ?? old)}>{children}</WidgetRemark>
}
