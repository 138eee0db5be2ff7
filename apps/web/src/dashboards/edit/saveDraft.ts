import { CallFailed } from '@steading/contract/http/client'
import { dashboards, type DashboardWidgets, type Widget } from '@steading/contract/widgets/dashboards'
import { api, data } from '../../platform/api/api.ts'
import { isConflict } from '../../platform/api/failures.ts'
import { write } from '../../platform/api/write.ts'
import { dashboardsChanged, freshDashboard } from '../dashboards.queries.ts'
import { type Draft, requestOf } from './draft.ts'

const calls = api(dashboards)

/** The dashboard as it is stored now: with the draft, or the newer version of others that the draft is not based on. */
export interface SaveResult {
  readonly isSaved: boolean
  readonly stored: DashboardWidgets
}

/** @throws CallFailed */
export async function saveDraft(id: string, draft: Draft): Promise<SaveResult> {
  const { body, files } = requestOf(draft)
  try {
    const stored = await data(write(['dashboards', 'saveDraft'], calls.saveDraft, { params: { id }, body, files }))
    await dashboardsChanged()
    return { isSaved: true, stored }
  } catch (error) {
    if (!isConflict(error)) throw error
    return { isSaved: false, stored: await freshDashboard(id) }
  }
}

/** The widget whose configuration a save was refused for. */
export function refusedWidget(error: unknown, draft: Draft): Widget | undefined {
  if (!(error instanceof CallFailed)) return undefined
  const { body } = requestOf(draft)
  for (const { field } of error.failure?.fields ?? []) {
    const [, list, index] = /^(added|edited)\.(\d+)\.configs/.exec(field) ?? []
    const refused = list === undefined ? undefined : body[list as 'added' | 'edited'][Number(index)] // safe: as the pattern says
    if (refused) return draft.widgets[refused.id]
  }
  return undefined
}
