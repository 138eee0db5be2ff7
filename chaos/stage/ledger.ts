import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from './stage.ts'
import type { Box } from './box.ts'
import { valueOf } from './box.ts'

/** Numbers of these terminals (of all, if none is named) that the platform has booked as stored. */
export async function booked({ rows }: Pick<Stage, 'rows'>, terminalIds?: readonly string[]): Promise<number> {
  const [row] = await rows<{ count: number }>(
    `select coalesce(sum(upper(one) - lower(one)), 0)::int as count from sequences, unnest(stored) one
     where $1::bigint[] is null or terminal_id = any ($1)`,
    [terminalIds ?? null],
  )
  return row?.count ?? 0
}

/** Waits until nothing more is stored for `calm` ms; at most `seconds`. */
export async function settled(stage: Pick<Stage, 'rows'>, calm: number, seconds: number, terminalIds?: readonly string[]) {
  const end = performance.now() + seconds * 1000
  let last = -1
  let since = performance.now()
  while (performance.now() < end && performance.now() - since < calm) {
    const now = await booked(stage, terminalIds)
    if (now !== last) [last, since] = [now, performance.now()]
    await pause(Math.min(100, calm / 4))
  }
}

/** What the database holds of the boxes' readings, against what they deleted because they believed it stored. */
export async function auditReadings({ rows }: Pick<Stage, 'rows'>, boxes: readonly Pick<Box, 'terminal' | 'deleted'>[]) {
  let stored = 0
  let missing = 0
  let duplicates = 0
  let wrong = 0
  for (const { terminal, deleted } of boxes) {
    const found = await rows<{ seq: string; value: number; times: number }>(
      `select seq, min(value) as value, count(*)::int as times from readings where interface_id = any ($1::int[]) group by epoch, seq`,
      [terminal.interfaceIds],
    )
    const seqs = new Set<number>()
    for (const { seq, value, times } of found) {
      seqs.add(Number(seq))
      duplicates += times - 1
      if (value !== valueOf(Number(seq))) wrong++
    }
    stored += seqs.size
    for (const [first, last] of deleted()) for (let seq = first; seq <= last; seq++) if (!seqs.has(seq)) missing++
  }
  return { stored, missing, duplicates, wrong }
}
