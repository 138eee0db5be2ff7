import type { Permission } from '@steading/contract/users/permissions'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isForbidden, isGone } from '../platform/api/failures.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { SkeletonValue } from '../ui/state/Skeletons.tsx'
import { type SourceQuery } from './source/source.ts'
import { useSource } from './source/useSource.ts'
import { WidgetNote } from './WidgetNote.tsx'
import './body.css'

/**
 * The content of a widget that fetches its own data, and what stands in its place: a skeleton while it loads, a failure with a
 * retry, a sentence without the right to it and on a public link that does not have it.
 */
export function FetchedBody<T>({
  query,
  permission,
  waiting,
  children,
}: {
  /** Undefined: the source does not have it. */
  query: SourceQuery<T> | undefined
  /** The right of a session to it; any one of several. */
  permission?: Permission | readonly Permission[] | undefined
  waiting?: ReactNode
  children: (data: T) => ReactNode
}) {
  const t = useText()
  const { kind } = useSource()
  const may = useMay()
  const isAllowed = kind === 'publicLink' || permission === undefined || may(permission)
  const isShown = query !== undefined && isAllowed
  const { data, error, refetch } = useQuery<T>(isShown ? query : { queryKey: ['widgets', 'none'], queryFn: skipToken })
  if (!query) return <WidgetNote>{t('widget.publicOnly')}</WidgetNote>
  if (!isAllowed) return <NotAllowed />
  if (data !== undefined) return children(data)
  if (!error) return waiting ?? <SkeletonValue />
  return <FetchFailure error={error} retry={() => void refetch()} />
}

/** Why content did not come: a retry only where it may help. */
export function FetchFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  if (isForbidden(error)) return <NotAllowed />
  if (isGone(error)) return <WidgetNote icon={<IconCloudOff size={18} aria-hidden />}>{t('failures.NOT_FOUND')}</WidgetNote>
  return <Failed what={t('failed.tile')} error={error} retry={retry} />
}

function NotAllowed() {
  const t = useText()
  return <WidgetNote icon={<IconLock size={18} aria-hidden />}>{t('failures.NOT_ALLOWED')}</WidgetNote>
}
