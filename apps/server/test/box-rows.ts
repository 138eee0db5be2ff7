import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId, HistoryMode } from '@steading/contract/devices/categories'
import type pg from 'pg'
import type { Journal } from '../src/readings/index.ts'

export interface AnInterface {
  readonly category: CategoryId
  readonly history?: HistoryMode
  readonly max?: number
}

let count = 0

/** A box that nobody claimed, with these interfaces at the indexes 0, 1, …, straight into the tables. Answers its id and theirs. */
export async function aBox(owner: pg.Pool, entityId: string, interfaces: readonly AnInterface[]) {
  const insert = async (text: string, values: readonly unknown[]) =>
    (await owner.query<{ id: string }>(text, [...values])).rows[0]!.id
  const id = await insert(
    `insert into terminals (entity_id, uid, display_name, profile) values ($1, $2, 'Box', 'FC-SMARTBOX-1') returning id`,
    [entityId, `box${String(++count).padStart(12, '0')}`],
  )
  const ids: string[] = []
  for (const [ix, { category, history, max }] of interfaces.entries()) {
    const { dataType, history: usual } = CATEGORIES[category]
    ids.push(
      await insert(
        `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history, max)
         values ($1, $2, $3, $4, $4, $5, 'IN', 'a', $6, $7) returning id`,
        [id, entityId, ix, category, dataType, history ?? usual.mode, max ?? null],
      ),
    )
  }
  return { id, interfaces: ids }
}

/** Stores single readings in a journal, each as the next message of its box. */
export function createSender(journal: Pick<Journal, 'store'>) {
  let sequence = 0
  return (terminalId: string, ix: number, value: number) =>
    journal.store({
      terminalId,
      data: { v: 1, e: 1, s: ++sequence, t: Date.now(), q: 2, h: 0, r: [[ix, 0, value]] },
      receivedAt: Date.now(),
    })
}
