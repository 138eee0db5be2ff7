import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import { FetchFailure } from './FetchedBody.tsx'
import { Widget } from './Widget.tsx'
import { WidgetSkeleton } from './WidgetSkeleton.tsx'

/** A widget that is called by what it fetches: a skeleton until it is there, the reason where it does not come. */
export function QueryWidget<T>({
  name,
  query: { data, error, refetch },
  children,
}: {
  /** What it is called while nothing is known of its content; the word for a widget where that is left out. */
  name?: string | undefined
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  const t = useText()
  if (data !== undefined) return children(data)
  if (!error) return <WidgetSkeleton />
  return (
    <Widget name={name ?? t('widget.one')}>
      <FetchFailure error={error} retry={() => void refetch()} />
    </Widget>
  )
}
