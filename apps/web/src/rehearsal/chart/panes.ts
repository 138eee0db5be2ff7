import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { MOST_REHEARSED_WRITES, type Rehearsed, type RehearsedOutcome } from '@steading/contract/rules/rehearsal'
import { chartSeries, drawnScale, holds, reachOf } from '../../readings/index.ts'
import type { Course } from './adjustables.ts'
import type { Limit, Line, Mark, Pane, Span } from '../../ui/chart/draw/lines.ts'

const ms = (stamp: string) => Date.parse(stamp)
const isState = (of: Interface) => of.terminalInterfaceDataType === 'BOOLEAN'

export interface Words {
  readonly draft: string
  readonly deployed: string
  readonly real: string
  readonly off: string
  readonly on: string
  /** What panes are called: of what was measured, and of events; one of outputs by their names. */
  readonly measured: string
  readonly events: string
  /** Of an event that would have been: how often people would have been told. */
  readonly notificationWords: (count: number) => string
  readonly output: (name: string, which: string) => string
}

/** Colours: what would have been, of the draft and of the version in service, and what there was; a limit that moves; sensors have the others. */
const INK = { draft: 1, deployed: 4, real: 8, course: 5, sensors: [2, 3, 6, 7] } as const
/** More than these are too many to be marked one by one. */
const MOST_MARKED = 25
/** A bar is never shorter than this part of the time: it would not be seen. */
const SHORTEST_BAR = 1 / 250

/** What a pane is about, above its left edge. */
const titled = (words: string, at: number): { readonly marks: readonly Mark[] } => ({
  marks: [{ at, words, tone: 'ink-3', side: 'right' }],
})

/** What was measured, with the limits across and tinted while the draft's event would have been open. */
export function sensorPanes(
  interfaces: readonly Interface[],
  series: ReadonlyMap<string, Series>,
  {
    limits,
    courses,
    spans,
    from,
  }: {
    readonly limits: ReadonlyMap<string, readonly Limit[]>
    readonly courses: readonly Course[]
    readonly spans: readonly Span[]
    readonly from: number
  },
  words: Pick<Words, 'off' | 'on' | 'measured'>,
): Pane[] {
  let colour = 0
  const lineOf = (of: Interface): Line => {
    const found = series.get(of.id)
    const { times = [], values = [] } = found ? chartSeries(of, found) : {}
    const ink = INK.sensors[colour++ % INK.sensors.length] ?? 2
    return { name: of.displayName, times, values, ...(found && reachOf(of, found)), series: ink, steps: holds(of) }
  }
  const shown = interfaces.filter(item => item.terminalInterfaceDataType !== 'STRING')
  const groups = [...Map.groupBy(shown, of => (isState(of) ? 'state' : drawnScale(of).unit)).values()]
  return groups.map(members => {
    const [first] = members
    const unit = first && !isState(first) ? drawnScale(first).unit : ''
    const across = members.flatMap(member => limits.get(member.id) ?? [])
    return {
      ...(first && !isState(first) ? drawnScale(first) : { unit: '', decimals: 0, states: [words.off, words.on] }),
      lines: [...members.map(lineOf), ...courses.filter(isOf(members)).map(courseLine)],
      limits: [...new Map(across.map(limit => [limit.words, limit])).values()],
      spans,
      ...titled(unit ? `${words.measured} (${unit})` : words.measured, from),
      share: first && isState(first) ? 1 : 2.4,
    }
  })
}

const isOf = (members: readonly Interface[]) => (course: Course) =>
  members.some(member => course.interfaceIds.includes(member.id))

const courseLine = ({ name, times, values }: Course): Line => ({
  name,
  times,
  values,
  series: INK.course,
  dashed: true,
  steps: true,
})

/** Of one output what the draft, the version in service and the output itself did; outputs that did the same are one. */
export function outputPanes(result: Rehearsed, outputs: readonly Interface[], words: Words): Pane[] {
  const until = ms(result.untilUtc)
  const of = (outcome: Pick<RehearsedOutcome, 'outputs'> | null, id: string) =>
    outcome?.outputs.find(output => output.interfaceId === id)?.values ?? []
  const doings = (id: string) => ({
    draft: of(result.draft, id),
    deployed: of(result.deployed, id),
    real: result.real.outputs.find(output => output.interfaceId === id)?.values ?? [],
  })
  // A set point that stands still is not drawn beside what follows it.
  const moves = (id: string) => Math.max(doings(id).draft.length, doings(id).deployed.length) > 2
  const drawn = outputs.some(output => moves(output.id)) ? outputs.filter(output => moves(output.id)) : outputs
  const alike = Map.groupBy(drawn, one => JSON.stringify([doings(one.id).draft, doings(one.id).deployed]))
  return [...alike.values()].flatMap((members): Pane[] => {
    const [first] = members
    if (!first) return []
    const name = members.map(member => member.displayName).join(', ')
    const { draft, deployed, real } = doings(first.id)
    const lines = [
      ...(result.deployed
        ? [{ ...stepped(deployed, until), name: words.output(name, words.deployed), series: INK.deployed, dashed: true }]
        : []),
      ...(real.length > 0
        ? [{ ...stepped(real, until), name: words.output(name, words.real), series: INK.real, dashed: true }]
        : []),
      { ...stepped(draft, until), name: words.output(name, words.draft), series: INK.draft, subject: true },
    ]
    return [
      {
        ...(isState(first) ? { unit: '', decimals: 0, states: [words.off, words.on] } : drawnScale(first)),
        ...(first.unit === '%' && { min: 0, max: 100 }),
        lines,
        ...titled(members.length > 1 ? `${first.displayName} +${members.length - 1}` : first.displayName, ms(result.fromUtc)),
        share: 1,
      },
    ]
  })
}

const stepped = (values: readonly { readonly atUtc: string; readonly value: number | string | boolean }[], until: number) => {
  // Of too many the first are told: what came after them is not known.
  const last = values.length < MOST_REHEARSED_WRITES ? values.at(-1) : undefined
  return {
    times: [...values.map(value => ms(value.atUtc)), ...(last ? [until] : [])],
    values: [...values, ...(last ? [last] : [])].map(({ value }) => Number(value)),
    steps: true,
  }
}

interface Lasting {
  readonly openUtc: string
  readonly closeUtc: string | null
  readonly notifications?: number
}

/** While events would have been open, and while there were some, one above the other. */
export function eventPane(result: Rehearsed, words: Words): Pane[] {
  const rows = [
    { name: words.real, events: result.real.events as readonly Lasting[], series: INK.real },
    ...(result.deployed
      ? [{ name: words.deployed, events: result.deployed.events as readonly Lasting[], series: INK.deployed }]
      : []),
    { name: words.draft, events: result.draft.events as readonly Lasting[], series: INK.draft },
  ]
  if (rows.every(row => row.events.length === 0)) return []
  const span = [ms(result.fromUtc), ms(result.untilUtc)] as const
  return [
    {
      unit: '',
      decimals: 0,
      states: rows.map(row => row.name),
      share: 0.9,
      ...titled(words.events, span[0]),
      lines: rows.map(({ name, events, series }, level) => ({
        ...barsOf(events, level, span, words),
        name,
        series,
        unlisted: true,
      })),
    },
  ]
}

/** A bar while an event is open; a mark at its begin, as long as they are few. */
function barsOf(
  events: readonly Lasting[],
  level: number,
  [from, until]: readonly [number, number],
  { notificationWords }: Words,
) {
  const isMarked = events.length <= MOST_MARKED
  const points = events.flatMap(({ openUtc, closeUtc, notifications }) => {
    const end = Math.max(closeUtc === null ? until : ms(closeUtc), ms(openUtc) + (until - from) * SHORTEST_BAR)
    const note = isMarked ? (notifications === undefined ? '' : notificationWords(notifications)) : undefined
    return [
      { time: ms(openUtc), value: level, note },
      { time: end, value: level, note: undefined },
      { time: end + 1, value: null, note: undefined },
    ]
  })
  return {
    times: points.map(point => point.time),
    values: points.map(point => point.value),
    ...(isMarked && { notes: points.map(point => point.note) }),
  }
}

/** Where the draft's event would have been open. */
export const spansOf = ({ draft, untilUtc }: Rehearsed): Span[] =>
  draft.events.map(({ openUtc, closeUtc }) => ({ from: ms(openUtc), to: ms(closeUtc ?? untilUtc), tone: 'pending' }))
