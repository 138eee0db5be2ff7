import type { RuleKind } from '@steading/contract/rules/rules'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { parseSearch } from '../platform/navigation/search.ts'
import { useText } from '../platform/texts.tsx'
import { useHistoryBack } from '../ui/page/head/useHistoryBack.ts'
import { backLinkOf } from './backLink.ts'

/** The way back of a rule's page: as a link, and as an act. */
export function useBackLink(kind: RuleKind) {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: state => state.location.searchStr })
  const { href, label } = backLinkOf(parseSearch(search), kind)
  const back = useHistoryBack({ href, label: t(label) })
  return { back, leave: () => (back.onClick ? router.history.back() : router.history.push(href)) }
}
