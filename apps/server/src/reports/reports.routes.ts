import { CSV_TYPE, PDF_TYPE, reports, XLSX_TYPE } from '@steading/contract/reports/reports'
import { translatorFor } from '@steading/locales/text'
import type { TextKey } from '@steading/locales/text'
import type { Actor } from '../platform/actor.ts'
import type { PdfDocument, Workbook } from '../platform/documents/documents.types.ts'
import { slice } from '../platform/http/call.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { NotFound, VersionConflict } from '../platform/failures.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import type { World } from '../platform/world.ts'
import { auditReport, createReport, present, presentDetails } from './reports.ts'
import { deleteReport, reportById, requestAgain, searchReports } from './reports.sql.ts'
import { editSchedule, presentSchedule, presentScheduleDetails } from './schedules/schedules.ts'
import { deleteSchedule, scheduleById, searchSchedules } from './schedules/schedules.sql.ts'
import { analyticsWorkbook } from './batch/analyticsWorkbook.ts'
import { readAnalysis, readRawData, readSummary } from './batch/batchData.ts'
import type { ReportedBatch } from './batch/batchData.ts'
import { rawWorkbook } from './batch/rawWorkbook.ts'
import { summaryDocument } from './batch/summaryDocument.ts'

const TYPES = { PDF: PDF_TYPE, XLSX: XLSX_TYPE, CSV: `${CSV_TYPE}; charset=utf-8` } as const

export const reportsSlice = (world: World, { wake }: Pick<PeriodicTask, 'wake'>) => {
  const { db, documents, files, texts } = world

  /** Writes a document about a batch and records who took it. Its name says what it is, of which batch. */
  const download = async (actor: Actor, { batch }: ReportedBatch, document: PdfDocument | Workbook, word: TextKey) => {
    const content = await documents.write(document)
    const name = `${translatorFor(texts, actor)(word)} ${batch.code}`
    await db.work(actor, work =>
      work.audit({
        action: 'EXPORT',
        objectType: 'batch',
        objectId: batch.id,
        objectName: batch.code,
        entityId: batch.entity.id,
        changes: [],
      }),
    )
    return document.kind === 'PDF'
      ? { name: `${name}.pdf`, type: PDF_TYPE, content }
      : { name: `${name}.xlsx`, type: XLSX_TYPE, content }
  }

  return slice(reports, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchReports(work, query)
        return { ...page, content: page.content.map(present) }
      }),
    schedules: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchSchedules(work, query)
        return { ...page, content: page.content.map(presentSchedule) }
      }),
    schedule: ({ actor, params }) =>
      db.work(actor, async work => presentScheduleDetails(orNotFound(await scheduleById(work, params.id)))),
    editSchedule: ({ actor, params, body }) =>
      db.work(actor, async work => presentScheduleDetails(await editSchedule(work, params.id, body))),
    endSchedule: ({ actor, params }) =>
      db.work(actor, async work => {
        const schedule = orNotFound(await scheduleById(work, params.id))
        await deleteSchedule(work, schedule.id)
        await auditReport(work, 'UPDATE', schedule, { frequency: schedule.frequency })
        return {}
      }),
    create: ({ actor, body }) =>
      db.work(actor, async work => {
        const report = await createReport(work, body)
        work.afterCommit(wake)
        return presentDetails(report)
      }),
    details: ({ actor, params }) => db.work(actor, async work => presentDetails(orNotFound(await reportById(work, params.id)))),
    download: ({ actor, params }) =>
      db.work(actor, async work => {
        const report = orNotFound(await reportById(work, params.id))
        const { file_id: fileId, file_name: name, format } = report
        if (report.status !== 'READY' || fileId === null || name === null) throw new NotFound()
        await auditReport(work, 'EXPORT', report)
        return { name, type: TYPES[format], content: files.read(fileId) }
      }),
    retry: ({ actor, params }) =>
      db.work(actor, async work => {
        const report = orNotFound(await reportById(work, params.id))
        if (report.status === 'FAILED' || report.status === 'EXPIRED') {
          // Another request retried it meanwhile.
          if (!(await requestAgain(work, report.id))) throw new VersionConflict()
          await auditReport(work, 'UPDATE', report, { status: 'REQUESTED' })
          work.afterCommit(wake)
        }
        return presentDetails(orNotFound(await reportById(work, params.id)))
      }),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        const report = orNotFound(await reportById(work, params.id))
        await deleteReport(work, report.id)
        if (report.file_id !== null) await files.drop(work, [report.file_id])
        await auditReport(work, 'DELETE', report, { type: report.type, format: report.format })
        return {}
      }),
    batchSummary: async ({ actor, params }) => {
      const data = await readSummary(world, actor, params.id)
      return download(actor, data, summaryDocument(data, translatorFor(texts, actor), actor.timeZone), 'report.batch')
    },
    batchRaw: async ({ actor, params }) => {
      const data = await readRawData(world, actor, params.id)
      return download(actor, data, rawWorkbook(data, translatorFor(texts, actor)), 'report.batchRaw')
    },
    batchAnalytics: async ({ actor, params }) => {
      const data = await readAnalysis(world, actor, params.id)
      return download(actor, data, analyticsWorkbook(data, translatorFor(texts, actor)), 'report.batchAnalytics')
    },
  })
}
