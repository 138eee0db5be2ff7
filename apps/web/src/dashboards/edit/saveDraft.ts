import { CallFailed } from '@steading/contract/http/client'
import { dashboards, type DashboardWidgets, type Widget, type WidgetFile } from '@steading/contract/widgets/dashboards'
import { api, data, Unreachable } from '../../platform/api/api.ts'
import { isConflict, isFileGone, isGone } from '../../platform/api/failures.ts'
import { write } from '../../platform/api/write.ts'
import { dashboardsChanged, freshDashboard } from '../dashboards.queries.ts'
import { type Draft, type DraftWidget, ownDraft, requestOf } from './draft.ts'

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

/** The draft for a new dashboard, with the pictures of a dashboard as they are now. @throws where a picture cannot be read */
export async function ownDraftOf(id: string, draft: Draft): ReturnType<typeof ownDraft> {
  // A signed address is good for minutes, and people arrange longer. A dashboard that is gone has no new ones.
  const stored = await freshDashboard(id).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
  const withAddress = (widget: DraftWidget) => ({
    ...widget,
    files: stored?.widgets[widget.copyOf ?? widget.id]?.files ?? widget.files,
  })
  const widgets = Object.values(draft.widgets).map(widget => [widget.id, withAddress(widget)] as const)
  return ownDraft({ ...draft, widgets: Object.fromEntries(widgets) }, fetchPicture)
}

/** Saves such a draft as a new dashboard of the user's own. Answers its id. @throws CallFailed */
export async function saveAsOwn(displayName: string, draft: Omit<Draft, 'version'>): Promise<string> {
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
  return id
}

/** A saved picture by its signed address; undefined where it is gone. @throws where it cannot be read now */
async function fetchPicture({ url, name }: WidgetFile): Promise<File | undefined> {
  const answer = await fetch(url).catch((error: unknown) => {
    throw new Unreachable(error)
  })
  if (isFileGone(answer)) return undefined
  if (!answer.ok) throw new Error(`picture ${name}: ${answer.status}`)
  const content = await answer.blob()
  return new File([content], name, { type: content.type })
}

/** The widget whose configuration a save was refused for. */
export function refusedWidget(error: unknown, draft: Omit<Draft, 'version'>): Widget | undefined {
  if (!(error instanceof CallFailed)) return undefined
  const { body } = requestOf({ ...draft, version: 0 })
  for (const { field } of error.failure?.fields ?? []) {
    const [, list, index] = /^(added|edited)\.(\d+)\.configs/.exec(field) ?? []
    const refused = list === undefined ? undefined : body[list as 'added' | 'edited'][Number(index)] // safe: as the pattern says
    if (refused) return draft.widgets[refused.id]
  }
  return undefined
}
