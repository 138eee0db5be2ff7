import { useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { parseSearch } from '../../../platform/navigation/search.ts'
import { useText } from '../../../platform/texts.tsx'

interface Way {
  readonly href: string
  readonly label: string
}

/** The way back of a page that was opened from elsewhere: where the address says so (`historyBack`), it leads where one came from. */
export function useHistoryBack(way: Way): Way & { onClick?: (event: MouseEvent) => void } {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: state => state.location.searchStr })
  if (parseSearch(search)['historyBack'] !== 'true' || !router.history.canGoBack()) return way
  return {
    href: way.href,
    label: t('ui.back'),
    onClick: event => {
      event.preventDefault()
      router.history.back()
    },
  }
}
