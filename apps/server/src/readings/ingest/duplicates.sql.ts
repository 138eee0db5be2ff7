import type pg from 'pg'

export interface Key {
  readonly interfaceId: number
  readonly ts: number
  readonly seq: number
}

export interface StoredReading {
  readonly interfaceId: number
  readonly seq: number
  /** Device time, ms UTC. */
  readonly deviceTs: number
  readonly value: number | null
  readonly text: string | null
}

interface Row {
  readonly interface_id: number
  readonly seq: string
  readonly device_ts: Date
  readonly value: number | null
  readonly text: string | null
}
const present = ({ interface_id, seq, device_ts, value, text }: Row): StoredReading => ({
  interfaceId: interface_id,
  seq: Number(seq),
  deviceTs: device_ts.getTime(),
  value,
  text,
})

const COLUMNS = `r.interface_id, r.seq, coalesce(d.ts, r.ts) as device_ts, r.value, r.text`
const DEVICE_TIMES = `left join device_times d on r.flags & 2 <> 0 and d.terminal_id = $1 and d.epoch = r.epoch and d.seq = r.seq`

/** The readings with exactly these keys. */
export async function readingsAt(pool: pg.Pool, terminalId: string, epoch: number, keys: readonly Key[]) {
  const { rows } = await pool.query<Row>(
    // Bounds implied by the keys: the plan opens only the partitions of the keys.
    `select ${COLUMNS} from unnest($3::int4[], $4::timestamptz[], $5::int8[]) as k (interface_id, ts, seq)
     join readings r on r.interface_id = k.interface_id and r.ts = k.ts and r.ts between $6 and $7 and r.epoch = $2 and r.seq = k.seq
     ${DEVICE_TIMES}`,
    [
      terminalId,
      epoch,
      keys.map(key => key.interfaceId),
      keys.map(key => new Date(key.ts)),
      keys.map(key => key.seq),
      new Date(Math.min(...keys.map(key => key.ts))),
      new Date(Math.max(...keys.map(key => key.ts))),
    ],
  )
  return rows.map(present)
}

/** The readings of a terminal with these numbers within a span of time. */
export async function readingsNumbered(
  pool: pg.Pool,
  terminalId: string,
  epoch: number,
  seqs: readonly number[],
  within: { readonly interfaceIds: readonly number[]; readonly from: number; readonly to: number },
) {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from readings r ${DEVICE_TIMES}
     where r.interface_id = any ($3::int4[]) and r.ts between $4 and $5 and r.epoch = $2 and r.seq = any ($6::int8[])`,
    [terminalId, epoch, within.interfaceIds, new Date(within.from), new Date(within.to), seqs],
  )
  return rows.map(present)
}
