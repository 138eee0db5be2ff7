// Tasks that approved templates create: on a day of a batch, weekly, or when a batch closes.
import type { SpeciesCode } from '@steading/contract/production/species'
import type { TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import { activeTemplates, lockApprovedTemplate } from '../../taskTemplates/index.ts'
import type { TemplateRow } from '../../taskTemplates/index.ts'
import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { PeriodicTask } from '../../platform/periodicTask.ts'
import type { World } from '../../platform/world.ts'
import type { TaskNotifier } from '../notification/taskNotifier.ts'
import { createGeneratedTask } from '../tasks.ts'
import { assigneesAt, batchPlaces, claimOrigin, deleteOrigins, generatedOrigins, weeklyPlaces } from './generation.sql.ts'
import type { TaskPlace } from './generation.sql.ts'
import { batchOccurrence, weeklyOccurrences } from './occurrences.ts'
import type { Occurrence, Period } from './occurrences.ts'

const system = systemActor('task templates')
const INTERVAL = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Templates per query. */
const PAGE = 50
/** What became due, or was entered late, so long ago still creates its task. */
const LOOK_BACK = 7 * DAY
/** Origins are kept beyond the time that a run looks back to, whatever the zone. */
const ORIGINS_KEPT = LOOK_BACK + 7 * DAY

interface DueTask {
  readonly origin: string
  readonly place: TaskPlace
  readonly occurrence: Occurrence
}

/** Creates what is due. Runs again after a failure: the origin of a task and the task are written in one transaction. */
export const createTaskGeneration = (world: World, notifier: TaskNotifier): PeriodicTask =>
  createPeriodicTask(world, 'task templates', INTERVAL, () => generateDueTasks(world, notifier))

/** Creates the tasks that are due of all approved templates. */
export async function generateDueTasks({ db }: Pick<World, 'db'>, notifier: TaskNotifier): Promise<void> {
  let after = '0'
  for (;;) {
    const templates = await db.work(system, work => activeTemplates(work, after, PAGE))
    for (const { id } of templates) await db.work(system, work => generateFrom(work, id, notifier))
    if (templates.length < PAGE) break
    after = templates.at(-1)!.id // safe: a full page
  }
  await db.work(system, work => deleteOrigins(work, new Date(work.now.getTime() - ORIGINS_KEPT)))
}

async function generateFrom(work: UnitOfWork, templateId: string, notifier: TaskNotifier): Promise<void> {
  const template = await lockApprovedTemplate(work, templateId)
  if (!template?.approved_at) return
  const now = work.now.getTime()
  const period = { after: Math.max(template.approved_at.getTime(), now - LOOK_BACK), until: now }
  const due = await dueTasks(work, template, period)
  if (due.length === 0) return
  const generated = await generatedOrigins(work, templateId)
  for (const { origin, place, occurrence } of due.filter(task => !generated.has(task.origin))) {
    if (!(await claimOrigin(work, templateId, origin))) continue
    const assigneeIds = await assigneesAt(work, place.entityId, {
      userIds: template.assignee_ids,
      roleId: template.assignee_role_id,
    })
    const task = {
      entity_id: place.entityId,
      batch_id: place.batchId,
      title: template.display_name,
      description: template.description,
      priority: template.priority,
      start_at: new Date(occurrence.at),
      due_at: new Date(occurrence.at + template.due_after * HOUR),
      requires_approval: template.requires_approval,
    }
    await createGeneratedTask(work, task, { templateId, checklist: template.checklist, assigneeIds }, notifier)
  }
}

/** What a template has due in a period. One origin for each batch or place and local day. */
async function dueTasks(work: UnitOfWork, template: TemplateRow, period: Period): Promise<DueTask[]> {
  const trigger = template.trigger as unknown as TaskTrigger // safe: the contract checked it before it was stored
  const home = { entityId: template.entity_id, species: template.species as SpeciesCode | null } // safe: as above
  switch (trigger.type) {
    case 'MANUAL':
      return []
    case 'WEEKLY': {
      const places = await weeklyPlaces(work, home)
      return places.flatMap(place =>
        weeklyOccurrences(trigger, place.timeZone, period).map(occurrence => ({
          origin: `entity:${place.entityId}|${occurrence.date}`,
          place,
          occurrence,
        })),
      )
    }
    case 'BATCH_DAY':
    case 'BATCH_CLOSE': {
      const isDay = trigger.type === 'BATCH_DAY'
      // A day of margin: local days begin up to 14 h before those in UTC, and end as much after them.
      const offset = isDay ? trigger.day * DAY : 0
      const from = new Date(period.after - offset - (isDay ? 2 * DAY : 0))
      const to = new Date(period.until - offset + (isDay ? 2 * DAY : 0))
      const batches = await batchPlaces(work, home, isDay ? 'open_date' : 'closed_at', { from, to })
      return batches.flatMap(place => {
        const { openDate, closeDate, closedAt } = place
        const dates = {
          openAt: openDate.getTime(),
          closeAt: closeDate?.getTime() ?? null,
          closedAt: closedAt?.getTime() ?? null,
        }
        const occurrence = batchOccurrence(trigger, place.timeZone, dates, period)
        return occurrence ? [{ origin: `batch:${place.batchId}|${occurrence.date}`, place, occurrence }] : []
      })
    }
  }
}
