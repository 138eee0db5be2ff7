import type { Data } from '@steading/contract/box/messages'
import type { CategoryId } from '@steading/contract/devices/categories'
import type { Movement } from '@steading/production/replay'
import { aBox } from './box-rows.ts'
import type { Farm } from './farm.ts'
import { eventually } from './journal.ts'

/** The books of batches straight in the tables, and boxes whose readings go through the journal. */
export function createBooks(farm: Farm) {
  const { owner } = farm.world
  const touch = (batchId: string) => owner.query('update batches set revision = revision + 1 where id = $1', [batchId])

  async function move(batchId: string, movements: readonly Movement[]) {
    for (const { at, action, actionType, number, weight, ageDays, pending } of movements)
      await owner.query(
        `insert into animal_movements (batch_id, at, action, action_type, number, weight, age, pending, transfer_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, case when $4 = 'TRANSFER' then lastval() end, now())`,
        [batchId, new Date(at), action, actionType, number, weight, ageDays ?? 0, pending],
      )
    await touch(batchId)
  }

  async function weigh(batchId: string, at: number, number: number, totalWeight: number) {
    await owner.query(
      `insert into weighings (batch_id, at, number, total_weight, method, created_at) values ($1, $2, $3, $4, 'MANUAL', now())`,
      [batchId, new Date(at), number, totalWeight],
    )
    await touch(batchId)
  }

  async function feed(batchId: string, at: number, action: 'ENTRY' | 'EXIT', weight: number) {
    const { rows } = await owner.query<{ id: string }>(
      `insert into feed_types (code, display_name, species) values ('F', 'Feed', 'BROILER') returning id`,
    )
    await owner.query(
      `insert into feed_movements (entity_id, batch_id, at, action, action_type, weight, feed_type_id, transfer_id, created_at)
       select entity_id, id, $2, $3, case $3 when 'ENTRY' then 'BUY' else 'TRANSFER' end, $4, $5,
         case $3 when 'EXIT' then currval(pg_get_serial_sequence('feed_movements', 'id')) end, now() from batches where id = $1`,
      [batchId, new Date(at), action, weight, rows[0]!.id],
    )
    await touch(batchId)
  }

  /** A box at a house; `send` stores the values of its interfaces at an instant, as if they came at once. */
  async function box(entityId: string, categories: readonly CategoryId[]) {
    const { id, interfaces } = await aBox(
      owner,
      entityId,
      categories.map(category => ({ category })),
    )
    let seq = 1
    const send = async (at: number, values: readonly number[]) => {
      const data: Data = { v: 1, e: 1, s: seq, t: at, q: 2, h: 0, r: values.map((value, ix) => [ix, 0, value] as const) }
      seq += values.length
      await farm.app.services.journal.store({ terminalId: id, data, receivedAt: at })
    }
    return { interfaces, send }
  }

  /** Waits until the rollups have every stored reading. */
  const rolledUp = () =>
    eventually(async () => {
      const { rows } = await owner.query<{ pos: string }>(`select pos from projections where name = 'rollups'`)
      return Number(rows[0]!.pos) === farm.app.services.journal.settled()
    })

  return { move, weigh, feed, box, rolledUp }
}
