import type { ReportError } from '@steading/contract/reports/reportKinds'
import { translatorFor } from '@steading/locales/text'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { reportReadyTemplate } from '../../outbox/index.ts'
import type { Notifier } from '../../outbox/index.ts'
import { isPermitted, systemActor } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import { isDatabaseUnavailable } from '../../platform/database/connection/availability.ts'
import { Failed, isDiskFull } from '../../platform/failures.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { PeriodicTask } from '../../platform/periodicTask.ts'
import type { World } from '../../platform/world.ts'
import { personActor } from '../../sessions/index.ts'
import { writeReport } from '../content/writeReport.ts'
import { fireSchedules } from '../schedules/fireSchedules.ts'
import {
  claimReport,
  expireReports,
  failReport,
  finishReport,
  putBackReport,
  recoverReports,
  reportNeeds,
  reportRecipients,
  setProgress,
} from './reportRuns.sql.ts'
import type { ClaimedReport } from './reportRuns.sql.ts'

const system = systemActor('reports')
const INTERVAL = 10_000
/** Files that one transaction deletes. */
const EXPIRED = 100
/** Shortest time between two writes of the progress, ms. */
const PROGRESS_INTERVAL = 1_000

/**
 * Makes reports one after the other: requests those of schedules, takes the oldest one that waits, writes its file, and mails its
 * recipients. What is next stands in the row, so that a restart changes nothing.
 */
export function createReportRunner(world: World, notifier: Pick<Notifier, 'notify'>): PeriodicTask {
  const { db, log, files, clock, texts, config } = world
  let stopping = new AbortController()

  /** The requester with the language and the time zone of the report; undefined without the permissions that it needs. */
  async function actorOf(report: ClaimedReport): Promise<Actor | undefined> {
    const { requested_by: userId, language, time_zone: timeZone } = report
    const person = userId === null ? undefined : await db.work(system, work => personActor(work, userId))
    if (!person || !reportNeeds(report.type).every(needed => isPermitted(person, needed))) return undefined
    return { ...person, language, timeZone }
  }

  /** Writes the progress now and then; a lost write does no harm. */
  function progressOf(id: string) {
    let last = clock.mono()
    return (share: number) => {
      if (clock.mono() - last < PROGRESS_INTERVAL) return
      last = clock.mono()
      const percent = Math.max(0, Math.min(99, Math.floor(share * 100)))
      db.work(system, work => setProgress(work, id, percent)).catch((error: unknown) =>
        log.warn({ err: error, report: id }, 'progress of a report not written, going on without'),
      )
    }
  }

  async function make(report: ClaimedReport, signal: AbortSignal): Promise<void> {
    const actor = await actorOf(report)
    if (!actor) throw new Failed('NOT_ALLOWED')
    const { type, format, fromDay, toDay } = report
    const content = await writeReport(world, {
      type,
      format,
      displayName: report.display_name,
      entityIds: report.entity_ids,
      batchIds: report.batch_ids,
      period: fromDay !== null && toDay !== null ? { fromDay, toDay } : null,
      actor,
      t: translatorFor(texts, actor),
      progress: progressOf(report.id),
    })
    // Beside the uploads: the server empties that folder when it starts.
    const folder = join(config.dataDir, 'staging')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    try {
      const output = createWriteStream(path)
      await pipeline(content, output, { signal })
      await complete(report, { path, size: output.bytesWritten })
    } finally {
      await rm(path, { force: true })
    }
  }

  async function complete(report: ClaimedReport, staged: { readonly path: string; readonly size: number }) {
    const fileId = await files.store(staged)
    const { id, entity_id: entityId, display_name: name } = report
    await db.work(system, async work => {
      const file = { id: fileId, name: fileName(report), bytes: staged.size }
      // Without an owner the store deletes the file.
      if (!(await finishReport(work, id, file))) return
      await files.keep(work, fileId, entityId)
      for (const person of await reportRecipients(work, { ids: report.recipient_ids, entityId, type: report.type }))
        await notifier.notify(work, {
          recipients: { kind: 'PERSON', entityId, person },
          template: reportReadyTemplate,
          values: { reportId: id, name },
          urgency: 'NORMAL',
          dedupeKey: `report|${id}`,
          subject: { type: 'RECIPIENT' },
        })
    })
  }

  async function run(report: ClaimedReport, signal: AbortSignal) {
    try {
      await make(report, signal)
    } catch (error) {
      // The lease ends, and the report is made again.
      if (isDatabaseUnavailable(error)) throw error
      if (signal.aborted) await db.work(system, work => putBackReport(work, report.id))
      else {
        const code = reportError(error)
        if (code === 'INTERNAL') log.error({ err: error, report: report.id }, 'report failed, waiting for a retry by a user')
        await db.work(system, work => failReport(work, report.id, code))
      }
    }
  }

  async function turn() {
    const { signal } = stopping
    await fireSchedules(world, system)
    await db.work(system, recoverReports)
    for (;;) {
      const expired = await db.work(system, async work => {
        const ended = await expireReports(work, EXPIRED)
        await files.drop(work, ended)
        return ended.length
      })
      if (expired < EXPIRED) break
    }
    while (!signal.aborted) {
      const report = await db.work(system, claimReport)
      if (!report) return
      await run(report, signal)
    }
  }

  const task = createPeriodicTask({ log }, 'reports', INTERVAL, turn)
  return {
    ...task,
    start() {
      stopping = new AbortController()
      return task.start()
    },
    async stop() {
      stopping.abort()
      await task.stop()
    },
  }
}

const EXTENSIONS = { PDF: 'pdf', XLSX: 'xlsx', CSV: 'csv' } as const

const fileName = ({ display_name: name, fromDay, toDay, format }: ClaimedReport): string =>
  [
    name.replaceAll(/[/\\:*?"<>|]/g, ' ').trim(),
    ...(fromDay === null ? [] : fromDay === toDay ? [fromDay] : [fromDay, toDay]),
  ].join(' ') + `.${EXTENSIONS[format]}`

function reportError(error: unknown): ReportError {
  if (isDiskFull(error)) return 'NO_ROOM'
  if (!(error instanceof Failed)) return 'INTERNAL'
  if (error.code === 'NOT_ALLOWED' || error.code === 'NOT_FOUND') return error.code
  if (error.code === 'UNAVAILABLE') return 'TOO_LONG'
  return error.code === 'TOO_LARGE' || error.code === 'NO_ROOM' ? 'NO_ROOM' : 'INTERNAL'
}
