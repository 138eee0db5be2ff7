import { camel } from '@steading/locales/camel'
import { number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import type { World } from '../../platform/world.ts'
import { searchTasks } from '../../tasks/index.ts'
import type { ReportRequest } from './reportRequest.ts'
import { periodText, spanOf } from './reportRequest.ts'
import type { Row, TableReport } from './tableReport.ts'

const PORTION = 500

/** TASKS: those due in the period, the first due first; each once, though a chosen entity stands below another one. */
export async function tasksReport({ db }: World, request: ReportRequest): Promise<TableReport> {
  const { t, actor, entityIds, displayName, progress } = request
  const span = spanOf(request)
  const filter = {
    entities: entityIds,
    fromDate: new Date(span.from).toISOString(),
    toDate: new Date(span.to).toISOString(),
  }
  const page = (currentPage: number, itemsPerPage: number, overdue?: true) =>
    db.work(actor, work =>
      searchTasks(
        work,
        { currentPage, itemsPerPage, sortProperty: 'dueDate', sortDirection: 'ASC' },
        { ...filter, ...(overdue && { overdue }) },
      ),
    )
  const { totalElements: total } = await page(0, 1)
  const { totalElements: overdue } = await page(0, 1, true)
  return {
    title: displayName,
    subtitle: `${t('report.type.tasks')} · ${periodText(request)}`,
    figures: [
      { label: t('report.total'), value: number(total, t, 0) },
      { label: t('task.overdue'), value: number(overdue, t, 0) },
    ],
    columns: [
      { title: `${t('task.dueDate')} (${actor.timeZone})` },
      { title: t('task.title') },
      { title: t('entity.generic') },
      { title: t('batch.one') },
      { title: t('task.priority') },
      { title: t('event.status.label') },
      { title: t('task.overdue') },
      { title: t('task.assignee') },
      { title: t('task.checklist') },
    ],
    async *rows() {
      for (let number = 0, done = 0; ; number++) {
        const { content } = await page(number, PORTION)
        if (content.length > 0)
          yield content.map((task): Row => {
            const checks = task.checklist as unknown as readonly { readonly done: boolean }[] // safe: the slice writes nothing else
            return [
              { instant: task.due_at.toISOString(), timeZone: actor.timeZone },
              task.title,
              task.entity.displayName,
              task.batch?.code ?? null,
              t(`event.severity.${camel(task.priority)}` as TextKey), // safe: each member has a text; so has the next one
              t(`task.status.${camel(task.status)}` as TextKey),
              task.overdue ? t('ui.yes') : t('ui.no'),
              task.assignees.map(({ shortName }) => shortName).join(', '),
              checks.length > 0 ? `${checks.filter(check => check.done).length}/${checks.length}` : null,
            ]
          })
        done += content.length
        progress(total === 0 ? 1 : Math.min(1, done / total))
        if (content.length < PORTION) return
      }
    },
  }
}
