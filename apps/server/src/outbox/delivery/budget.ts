import type { Config } from '../../platform/config/config.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { lockDays, findPayers, setDays } from './budget.sql.ts'
import type { Payer, Spent } from './budget.sql.ts'
import { budgetTemplate } from '../messages/templates/budget.ts'
import type { BudgetValues } from '../messages/templates/budget.ts'
import type { QueuedNotification } from '../notification.ts'

/** Queues a notification in the transaction of the messages that used the budget. */
export type Notify = (work: UnitOfWork, notification: QueuedNotification<BudgetValues>) => Promise<unknown>

/** A message on a channel with cost. */
interface CostItem {
  readonly entityId: string
  readonly critical: boolean
  /** Parts of a text message; 1 for a call. */
  readonly units: number
}

/** Share of the budget from which the responsibles are notified, %. */
const NEAR = 80

/**
 * Charges messages to the daily budgets of their enterprises, in their order; false: the budget is used up. CRITICAL messages have
 * a reserve. The last message of a day may exceed the budget by its further parts, as half a message is useless.
 */
export function createBudget(config: Config, notify: Notify) {
  const { NOTIFY_BUDGET: budget, NOTIFY_RESERVE: reserve } = config
  /** Keys of the notices sent by this process: saves a statement per batch. */
  const noticed = new Set<string>()

  async function notice(work: UnitOfWork, { id: entityId, day, name: enterprise }: Payer, used: number) {
    const step = used >= budget ? 'over' : used * 100 >= budget * NEAR ? 'near' : null
    const key = `budget|${entityId}|${day}|${step}`
    if (step === null || noticed.has(key)) return
    await notify(work, {
      recipients: { kind: 'RESPONSIBLES', entityId, except: null },
      template: budgetTemplate,
      values: { enterprise, step, used, budget },
      urgency: 'NORMAL',
      dedupeKey: key,
      subject: { type: 'RECIPIENT' },
    })
    work.afterCommit(() => noticed.add(key))
  }

  return async (work: UnitOfWork, all: readonly CostItem[]): Promise<boolean[]> => {
    const payers = await findPayers(
      work,
      all.map(costing => costing.entityId),
    )
    const byId = new Map(payers.map(payer => [payer.id, payer]))
    const days = new Map<string, Spent>(await lockDays(work, [...byId.values()]))
    const afforded = all.map(({ critical, units }, at) => {
      const { id } = payers[at]! // safe: one of each
      const day = days.get(id)! // safe: one of each
      if (day.used < budget) days.set(id, { ...day, used: day.used + units })
      else if (critical && day.reserve < reserve) days.set(id, { ...day, reserve: day.reserve + units })
      else return false
      return true
    })
    const after = [...byId.values()].map(payer => ({ ...payer, ...days.get(payer.id)! })) // safe: one of each
    await setDays(work, after)
    for (const payer of after) await notice(work, payer, payer.used)
    return afforded
  }
}
