import type { Value } from '@steading/contract/devices/interfaces'
import { FLAGS } from '../apps/server/src/readings/reading.ts'
import type { JournalReading } from '../apps/server/src/rules/evaluation/evaluator.ts'
import type { Random } from '../chaos/random.ts'
import type { Kept } from './box.ts'
import { stopsOf } from './world.ts'
import type { Happening, World } from './world.ts'

/** What becomes of readings between the boxes and the cloud, and what else the cloud is told. */

export interface Arrival {
  readonly at: number
  readonly row: JournalReading
}

export type Duty =
  | Exclude<Happening, { kind: 'reading' }>
  | { readonly at: number; readonly kind: 'back'; readonly terminalId: string }

export function dutiesOf(random: Random, world: World): Duty[] {
  const duties = world.happenings.filter(happening => happening.kind !== 'reading' && happening.kind !== 'stop')
  const stops = world.calm ? [] : stopsOf(random, world.start, world.until)
  const backs = duties.flatMap((duty): Duty[] =>
    duty.kind === 'silent' ? [{ at: duty.at + duty.for, kind: 'back', terminalId: duty.terminalId ?? '1' }] : [],
  )
  const isDown = (at: number) => stops.some(stop => at > stop.at && at <= stop.at + stop.gap)
  return [...(duties as Duty[]).filter(duty => !isDown(duty.at)), ...stops, ...backs].toSorted((a, b) => a.at - b.at)
}

export function arrivalsOf(
  random: Random,
  world: World,
  journal: readonly Kept[],
  terminalOf: ReadonlyMap<string, string>,
): readonly Arrival[] {
  const arrivals: Arrival[] = []
  const outages = new Map<string, { from: number; to: number }[]>()
  const latest = new Map<string, number>()
  for (const id of new Set(terminalOf.values())) {
    const some = world.calm || random.chance(0.4) ? [] : [...stopsOf(random, world.start, world.until)]
    outages.set(
      id,
      some.map(one => ({ from: one.at, to: one.at + one.gap })),
    )
  }
  for (const [seq, { id, ts, value }] of journal.entries()) {
    const terminal = terminalOf.get(id)
    if (terminal === undefined) continue
    const outage = outages.get(terminal)!.find(one => ts >= one.from && ts < one.to)
    const row = (more: number, changed: Value = value): JournalReading => ({
      interfaceId: Number(id),
      ts,
      seq: seq + more,
      value: typeof changed === 'string' ? null : Number(changed),
      text: typeof changed === 'string' ? changed : null,
      flags: outage && outage.to - ts > 20_000 ? FLAGS.LATE : 0,
    })
    let at = outage ? outage.to + random.whole(100, 5000) : ts + random.whole(50, world.calm ? 3000 : 9000)
    const reordered = !world.calm && random.chance(0.02)
    if (reordered) at += random.whole(1, 60_000)
    else {
      at = Math.max(at, latest.get(terminal) ?? 0)
      if (!outage) latest.set(terminal, at)
    }
    arrivals.push({ at, row: row(0) })
    if (!world.calm && random.chance(0.03)) arrivals.push({ at: at + random.whole(0, 100_000), row: row(0) })
  }
  return arrivals.toSorted((a, b) => a.at - b.at)
}
