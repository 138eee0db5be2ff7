import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'

export type Turn = readonly PublicDashboardWidgets['turn'][number][]

/**
 * The dashboard that is shown next: the ones with an open alarm in turn, else all of them. `isDue`: the present one has been shown for
 * its time. Undefined: the link shows one dashboard alone.
 */
export function dashboardInTurn(turn: Turn, current: string | undefined, isDue: boolean): string | undefined {
  const alarmed = turn.filter(({ alarm }) => alarm !== null)
  const shown = alarmed.length > 0 ? alarmed : turn
  const at = shown.findIndex(({ id }) => id === current)
  if (at >= 0 && !isDue) return current
  return shown[(at + 1) % shown.length]?.id
}
