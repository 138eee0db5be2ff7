import type { Stage } from './stage.ts'
import type { Box } from './box.ts'
import { valueOf } from './box.ts'

/** What the database holds of the boxes' readings, against what they deleted because they believed it stored. */
export async function auditReadings({ rows }: Pick<Stage, 'rows'>, boxes: readonly Box[]) {
  let [stored, missing, duplicates, wrong] = [0, 0, 0, 0]
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
