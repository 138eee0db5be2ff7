import type { RuleKind } from '@steading/contract/rules'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { parseSearch } from '../platform/search.ts'
import { useText } from '../platform/texts.tsx'
import { backFrom } from './back.ts'

/** The way back of a rule's page: as a link, and as an act. */
export function useBack(kind: RuleKind) {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: state => state.location.searchStr })
  const { href, label, history } = backFrom(parseSearch(search), kind)
  const isHistory = history === true && router.history.canGoBack()
  const leave = () => (isHistory ? router.history.back() : router.history.push(href))
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    leave()
  }
  return { back: { href, label: t(label), ...(isHistory && { onClick }) }, leave }
}
