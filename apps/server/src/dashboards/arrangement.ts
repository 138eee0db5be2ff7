import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import { Failed } from '../platform/failures.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { DashboardRow } from './dashboards.sql.ts'

export const layoutOf = (row: Pick<DashboardRow, 'layout'>) => row.layout as unknown as LayoutItem[] // safe: saveLayout is the only writer

export const isOwn = (work: UnitOfWork, row: DashboardRow): boolean => row.user_id !== null && row.user_id === work.actor.id

/** A default dashboard belongs to its entity: who may change the defaults of that may change it, others only their own. */
export const mayArrange = (work: UnitOfWork, row: DashboardRow): boolean => {
  const { permissions } = work.actor
  const isKeeper = permissions.has('platform.root') || permissions.has('entities.default_dashboard')
  return isOwn(work, row) || (row.user_id === null && row.within && isKeeper)
}

/** @throws Failed NOT_ALLOWED for a dashboard that the caller may only see */
export function mustArrange(work: UnitOfWork, row: DashboardRow) {
  if (!mayArrange(work, row)) throw new Failed('NOT_ALLOWED')
}
