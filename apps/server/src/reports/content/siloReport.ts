import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { number } from '@steading/locales/format'
import { siloLevels } from '../../batchFigures/index.ts'
import { listInterfaces } from '../../interfaces/index.ts'
import type { World } from '../../platform/world.ts'
import type { ReportRequest } from './reportRequest.ts'
import type { Row, TableReport } from './tableReport.ts'

/** SILO_STOCK: what is in each silo now, how long it lasts, and when feed must be ordered. */
export async function siloReport({ db, config }: World, request: ReportRequest): Promise<TableReport> {
  const { t, actor, entityIds, displayName, progress } = request
  const silos = await db.work(actor, work => listInterfaces(work, { entityIds, category: 'SILO_WEIGHT', hidden: false }))
  return {
    title: displayName,
    subtitle: t('report.type.siloStock'),
    figures: [{ label: t('silo.one'), value: number(silos.length, t, 0) }],
    columns: [
      { title: t('entity.generic') },
      { title: t('feed.silo') },
      { title: `${t('report.stock')} (kg)`, decimals: 0, isNumeric: true },
      { title: `${t('report.capacity')} (kg)`, decimals: 0, isNumeric: true },
      { title: `${t('report.dailyUse')} (kg)`, decimals: 0, isNumeric: true },
      { title: t('report.daysLeft'), decimals: 1, isNumeric: true },
      { title: t('report.emptyOn') },
      { title: t('report.orderBy') },
    ],
    async *rows() {
      for (const [index, silo] of silos.entries()) {
        const { runOut } = await db.work(actor, work =>
          siloLevels(work, config.RETENTION, { ...silo, capacity: silo.capacity, timeZone: actor.timeZone }, 1),
        )
        const { weight, capacity, dailyUse, daysToEmpty, emptyDay, orderDay } = runOut
        const row: Row = [
          silo.entity.displayName,
          silo.displayName,
          weight,
          capacity,
          dailyUse,
          daysToEmpty === NOT_COMPUTABLE ? null : daysToEmpty,
          emptyDay && { day: emptyDay },
          orderDay && { day: orderDay },
        ]
        yield [row]
        progress((index + 1) / silos.length)
      }
    },
  }
}
