import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { unitOf } from '@steading/contract/devices/interfaceShapes'
import { round } from '@steading/contract/round'
import { number } from '@steading/locales/format'
import { categoryName } from '../batch/summaryDocument.ts'
import { listInterfaces } from '../../interfaces/index.ts'
import type { World } from '../../platform/world.ts'
import { localDayIn } from '../../platform/time/localDay.ts'
import { bucketValues, weightedMean } from '../../readings/index.ts'
import type { ReportRequest } from './reportRequest.ts'
import { periodText, spanOf } from './reportRequest.ts'
import type { Row, TableReport } from './tableReport.ts'

/** Interfaces that are read at a time. */
const PORTION = 20
const DAY = 86_400_000

type Kind = 'GAUGE' | 'COUNTER'
/** Directions are left out: they have neither an arithmetic mean nor extremes. */
const ofKind = (category: string, kind: Kind) => {
  const known = CATEGORIES[category as CategoryId]
  return known?.kind === kind && !known.vectorMean
}

async function interfacesOf({ db }: World, { actor, entityIds }: ReportRequest, kind: Kind) {
  const found = await db.work(actor, work => listInterfaces(work, { entityIds, hidden: false }))
  return found.filter(({ category }) => ofKind(category, kind))
}
type Interface = Awaited<ReturnType<typeof interfacesOf>>[number]

interface Bucket {
  readonly value: number
  /** Least and greatest reading. */
  readonly min: number
  readonly max: number
  readonly weight: number
}

/** The values of interfaces by local day, a portion of interfaces at a time. */
async function* valuesByDay(world: World, request: ReportRequest, interfaces: readonly Interface[], resolution: 'HOUR' | 'DAY') {
  const { actor, progress } = request
  const span = spanOf(request)
  const localDay = localDayIn(actor.timeZone)
  for (let from = 0; from < interfaces.length; from += PORTION) {
    const portion = interfaces.slice(from, from + PORTION)
    const ids = portion.map(({ id }) => id)
    const columns = await world.db.work(actor, work =>
      bucketValues(work, world.config.RETENTION, { ids, zone: actor.timeZone, span, resolution }),
    )
    yield portion.map(source => {
      const column = columns.find(({ interfaceId }) => interfaceId === source.id)
      const { times = [], values = [], min = [], max = [], weights = [] } = column ?? {}
      const days = new Map<number, Bucket[]>()
      for (const [index, at] of times.entries()) {
        const day = localDay(at)
        const ofDay = days.get(day) ?? []
        // safe: all are equally long
        ofDay.push({ value: values[index]!, min: min[index]!, max: max[index]!, weight: weights[index]! })
        days.set(day, ofDay)
      }
      return { source, days: [...days].toSorted(([a], [b]) => a - b) }
    })
    progress((from + portion.length) / interfaces.length)
  }
}

const dayCell = (day: number) => ({ day: new Date(day * DAY).toISOString().slice(0, 10) })
const unitText = ({ category, max }: Interface) => unitOf(category as CategoryId, max)?.symbol ?? ''
const decimalsOf = ({ category }: Interface) => CATEGORIES[category as CategoryId].decimals

/** ENVIRONMENT: mean, lowest and highest reading of each sensor on each day. */
export async function environmentReport(world: World, request: ReportRequest): Promise<TableReport> {
  const { t, displayName } = request
  const sensors = await interfacesOf(world, request, 'GAUGE')
  return {
    title: displayName,
    subtitle: `${t('report.type.environment')} · ${periodText(request)}`,
    figures: [{ label: t('interface.many'), value: number(sensors.length, t, 0) }],
    columns: [
      { title: t('movement.day') },
      { title: t('entity.generic') },
      { title: t('interface.one') },
      { title: t('report.category') },
      { title: t('report.mean'), isNumeric: true },
      { title: t('report.lowest'), isNumeric: true },
      { title: t('report.highest'), isNumeric: true },
      { title: t('report.unit') },
    ],
    async *rows() {
      for await (const portion of valuesByDay(world, request, sensors, 'HOUR'))
        yield portion.flatMap(({ source, days }) =>
          days.map(([day, hours]): Row => {
            const places = decimalsOf(source)
            const mean = weightedMean(
              hours.map(({ value }) => value),
              hours.map(({ weight }) => weight),
            )
            return [
              dayCell(day),
              source.entity.displayName,
              source.displayName,
              categoryName(source.category, t),
              round(mean, places + 1),
              round(Math.min(...hours.map(({ min }) => min)), places),
              round(Math.max(...hours.map(({ max }) => max)), places),
              unitText(source),
            ]
          }),
        )
    },
  }
}

/** CONSUMPTION: what each meter counted on each day, and the sums of each kind of meter. */
export async function consumptionReport(world: World, request: ReportRequest): Promise<TableReport> {
  const { t, displayName } = request
  const meters = await interfacesOf(world, request, 'COUNTER')
  const totals = new Map<string, number>()
  for await (const portion of valuesByDay(world, { ...request, progress: () => undefined }, meters, 'DAY'))
    for (const { source, days } of portion) {
      const sum = days.flatMap(([, buckets]) => buckets).reduce((all, { value }) => all + value, 0)
      const name = `${categoryName(source.category, t)} (${unitText(source)})`
      totals.set(name, (totals.get(name) ?? 0) + sum)
    }
  return {
    title: displayName,
    subtitle: `${t('report.type.consumption')} · ${periodText(request)}`,
    figures: [...totals].map(([label, total]) => ({ label, value: number(total, t, [0, 1]) })),
    columns: [
      { title: t('movement.day') },
      { title: t('entity.generic') },
      { title: t('interface.one') },
      { title: t('report.category') },
      { title: t('report.value'), isNumeric: true },
      { title: t('report.unit') },
    ],
    async *rows() {
      for await (const portion of valuesByDay(world, request, meters, 'DAY'))
        yield portion.flatMap(({ source, days }) =>
          days.map(([day, buckets]): Row => [
            dayCell(day),
            source.entity.displayName,
            source.displayName,
            categoryName(source.category, t),
            round(
              buckets.reduce((sum, { value }) => sum + value, 0),
              Math.max(1, decimalsOf(source)),
            ),
            unitText(source),
          ]),
        )
    },
  }
}
