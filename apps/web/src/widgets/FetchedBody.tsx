import type { Permission } from '@steading/contract/users/permissions'
import { since } from '@steading/locales/format'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isDenied, isForbidden, isGone } from '../platform/api/failures.ts'
import { useNow } from '../platform/page/clock.ts'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { SkeletonValue } from '../ui/state/Skeletons.tsx'
import { type SourceQuery } from './source/source.ts'
import { OLD_AFTER } from './source/sourceQuery.ts'
import { useSource } from './source/useSource.ts'
import { WidgetNote } from './WidgetNote.tsx'
import './body.css'

/**
 * The content of a widget that fetches its own data, and what stands in its place: a skeleton while it loads, a failure with a
 * retry, a sentence without the right to it and on a public link that does not have it. Says so when its content is old.
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
  const found = useQuery<T>(isShown ? query : { queryKey: ['widgets', 'none'], queryFn: skipToken })
  const { data, error, refetch } = found
  if (!query) return <WidgetNote>{t('widget.publicOnly')}</WidgetNote>
  if (!isAllowed) return <NotAllowed />
  if (data !== undefined && !isDenied(error))
    return (
      <>
        <OldNote at={failedSince(found)} />
        {children(data)}
      </>
    )
  if (!error) return waiting ?? <SkeletonValue />
  return <FetchFailure error={error} retry={() => void refetch()} />
}

/** When the data of a query came that fails since (ms); undefined: it does not fail. */
export const failedSince = (query: Pick<UseQueryResult, 'error' | 'dataUpdatedAt'>): number | undefined =>
  // Not read otherwise: a widget is drawn again whenever what it reads of its query changes.
  query.error ? query.dataUpdatedAt : undefined

/** A sentence that says that data are old, by when they came (ms); undefined: they are not. */
export function useOldRemark(at: number | undefined): string | undefined {
  const t = useText()
  const zone = useZone()
  const now = useNow(10)
  return at !== undefined && now - at > OLD_AFTER ? t('dashboard.public.old', { time: since(at, now, zone, t) }) : undefined
}

function OldNote({ at }: { at: number | undefined }) {
  const remark = useOldRemark(at)
  return remark && <p className="w-missing w-old">{remark}</p>
}

/** Why content did not come: a retry only where it may help. */
export function FetchFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  if (isForbidden(error)) return <NotAllowed />
  if (isGone(error)) return <WidgetNote icon={<IconCloudOff size={18} aria-hidden />}>{t('widget.missing')}</WidgetNote>
  return <Failed what={t('failed.tile')} error={error} retry={retry} />
}

function NotAllowed() {
  const t = useText()
  return <WidgetNote icon={<IconLock size={18} aria-hidden />}>{t('failures.NOT_ALLOWED')}</WidgetNote>
}
