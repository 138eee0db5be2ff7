import type { Readable } from 'node:stream'
import type { World } from '../../platform/world.ts'
import { readRawData, readSummary } from '../batch/batchData.ts'
import { rawWorkbook } from '../batch/rawWorkbook.ts'
import { summaryDocument } from '../batch/summaryDocument.ts'
import { comparisonReport } from './comparisonReport.ts'
import { energyReport } from './energyReport.ts'
import { eventsReport } from './eventsReport.ts'
import { consumptionReport, environmentReport } from './measurements.ts'
import type { ReportRequest } from './reportRequest.ts'
import { siloReport } from './siloReport.ts'
import { tasksReport } from './tasksReport.ts'
import { JOB_TIME, writeTableReport } from './tableReport.ts'
import type { TableReport } from './tableReport.ts'

const TABLES = {
  BATCH_COMPARISON: comparisonReport,
  ENVIRONMENT: environmentReport,
  CONSUMPTION: consumptionReport,
  ENERGY_COST: energyReport,
  EVENTS: eventsReport,
  SILO_STOCK: siloReport,
  TASKS: tasksReport,
} as const satisfies Readonly<Record<string, (world: World, request: ReportRequest) => Promise<TableReport>>>

/** Writes a report of any type. @throws NotFound for what is out of the actor's reach; Failed UNAVAILABLE beyond the limit of time */
export async function writeReport(world: World, request: ReportRequest): Promise<Readable> {
  const { type, actor, t, batchIds, format } = request
  const { documents, clock } = world
  const [batchId = ''] = batchIds
  if (type === 'BATCH_SUMMARY')
    return documents.write(summaryDocument(await readSummary(world, actor, batchId), t, actor.timeZone), JOB_TIME)
  if (type === 'BATCH_RAW') return documents.write(rawWorkbook(await readRawData(world, actor, batchId), t), JOB_TIME)
  const report = await TABLES[type](world, request)
  return writeTableReport(documents, report, { format, t, timeZone: actor.timeZone, createdAt: clock.now() })
}
