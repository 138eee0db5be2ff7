import { dashboards } from '@steading/contract/widgets/dashboards'
import { api, data } from '../../platform/api/api.ts'
import { write } from '../../platform/api/write.ts'
import { dashboardsChanged } from '../dashboards.queries.ts'
import { type Draft, requestOf } from './draft.ts'

const calls = api(dashboards)

/** @throws CallFailed, on a version conflict too */
export async function saveDraft(id: string, draft: Draft): Promise<void> {
  const { body, files } = requestOf(draft)
  await data(write(['dashboards', 'saveDraft'], calls.saveDraft, { params: { id }, body, files }))
  await dashboardsChanged()
}
