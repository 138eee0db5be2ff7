import type { Series } from '@steading/contract/devices/readings'
import type { Retention } from '../../platform/config/retention.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { charts } from './charts.ts'
import type { ChartOptions } from './charts.ts'
import { requestedInterface, spanOf } from './readings.ts'
import type { RequestedInterface } from './readings.ts'
import { findRequestedInterfaces } from './readings.sql.ts'

/** A requested chart; without a range the last day. */
export interface ChartRequest extends ChartOptions {
  readonly interfaceIds?: readonly string[] | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

/** The requested interfaces within the scope of the actor, deleted ones too. */
export const requestedInterfaces = async (work: UnitOfWork, ids: readonly string[]): Promise<RequestedInterface[]> =>
  (await findRequestedInterfaces(work, ids)).map(requestedInterface)

/** The series of the requested interfaces that are within the scope of the actor, in the order of the request. */
export async function chartSeries(
  work: UnitOfWork,
  retention: Retention,
  { interfaceIds = [], ...request }: ChartRequest,
): Promise<Series[]> {
  const span = interfaceIds.length > 0 ? spanOf(request, work.now) : undefined
  return span
    ? inOrder(interfaceIds, await charts(work, retention, await requestedInterfaces(work, interfaceIds), span, request))
    : []
}

/** Puts the results into the order of the request. */
export function inOrder<T extends { readonly interfaceId: string }>(ids: readonly string[], answers: readonly T[]): T[] {
  const byId = new Map(answers.map(answer => [answer.interfaceId, answer]))
  return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
}
