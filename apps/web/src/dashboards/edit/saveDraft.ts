import { CallFailed } from '@steading/contract/http/client'
import { dashboards, type DashboardWidgets, type Widget, type WidgetFile } from '@steading/contract/widgets/dashboards'
import { api, data } from '../../platform/api/api.ts'
import { isConflict } from '../../platform/api/failures.ts'
import { write } from '../../platform/api/write.ts'
import { dashboardsChanged, freshDashboard } from '../dashboards.queries.ts'
import { type Draft, ownDraft, requestOf } from './draft.ts'

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

/** Saves a draft as a new dashboard of the user's own; `lost`: widgets without it, since their pictures are gone. */
export async function saveAsOwn(
  displayName: string,
  from: Draft,
): Promise<{ readonly id: string; readonly lost: readonly Widget[] }> {
  const { draft, lost } = await ownDraft(from, fetchPicture)
  const { id, version } = await data(write(['dashboards', 'create'], calls.create, { body: { displayName } }))
  try {
    const { body, files } = requestOf({ ...draft, version })
    await data(write(['dashboards', 'saveDraft'], calls.saveDraft, { params: { id }, body, files }))
  } catch (error) {
    // An empty dashboard is of no use.
    await data(write(['dashboards', 'remove'], calls.remove, { params: { id } })).catch(() => undefined)
    throw error
  }
  await dashboardsChanged()
  return { id, lost }
}

/** A saved picture by its signed address; undefined where that is no longer good. */
async function fetchPicture({ url, name }: WidgetFile): Promise<File | undefined> {
  const answer = await fetch(url).catch(() => undefined)
  if (!answer?.ok) return undefined
  const content = await answer.blob()
  return new File([content], name, { type: content.type })
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
