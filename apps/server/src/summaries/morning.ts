import type { CategoryId } from '@steading/contract/devices/categories'
import type { Value } from '@steading/contract/devices/interfaces'
import { unitOf } from '@steading/contract/devices/interfaceShapes'
import { siloLevels } from '../batchFigures/index.ts'
import { currentHolds } from '../devices/index.ts'
import { listInterfaces, silentSensors } from '../interfaces/index.ts'
import type { SummaryList, SummaryValues } from '../outbox/index.ts'
import { isPermitted, systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { World } from '../platform/world.ts'
import { personActor } from '../sessions/index.ts'
import { tasksOfSummary } from '../tasks/index.ts'
import type { DueSummary } from './summaries.sql.ts'

const system = systemActor('summaries')
/** Most lines of each list. */
const MOST = 10
const DAY = 86_400_000

type Morning = Pick<SummaryValues, 'tasks' | 'overrides' | 'silent' | 'silos'>

/**
 * Reads what a subscriber needs in the morning, as far as they may see it: tasks that are due, manual overrides, silent sensors, and
 * when silos will be empty. A reader computes each silo once.
 */
export function createMorningReader({ db, config }: Pick<World, 'db' | 'config'>) {
  const emptyDays = new Map<string, Promise<EmptyDay | null>>()

  /** When a silo will be empty by the clock of the person; null: it cannot be computed. */
  function emptyDayOf(actor: Actor, silo: Silo): Promise<EmptyDay | null> {
    const key = `${silo.id}|${actor.timeZone}`
    const known = emptyDays.get(key)
    if (known) return known
    const computed = db.work(system, async work => {
      const { runOut } = await siloLevels(work, config.RETENTION, { ...silo, timeZone: actor.timeZone }, 1)
      const { emptyDay, orderDay } = runOut
      return emptyDay === null || orderDay === null ? null : { emptyDay, orderDay }
    })
    emptyDays.set(key, computed)
    return computed
  }

  async function silosOf(actor: Actor): Promise<Morning> {
    const silos = await db.work(actor, work => listInterfaces(work, { category: 'SILO_WEIGHT', hidden: false }))
    const known = []
    for (const silo of silos) {
      const empty = await emptyDayOf(actor, silo)
      if (empty) known.push({ name: silo.displayName, place: silo.entity.displayName, ...empty })
    }
    const ascending = known.toSorted((a, b) => a.emptyDay.localeCompare(b.emptyDay))
    return listOf('silos', ascending.slice(0, MOST), ascending.length)
  }

  return async (summary: DueSummary): Promise<Morning> => {
    const actor = await db.work(system, work => personActor(work, summary.userId))
    if (!actor) return {}
    const seesSensors = isPermitted(actor, 'interfaces.read')
    return {
      ...(isPermitted(actor, 'tasks.read') && (await db.work(system, work => ownTasks(work, summary)))),
      ...(seesSensors && {
        ...(await db.work(actor, overridesOf)),
        ...(await db.work(actor, silentOf)),
        ...(await silosOf(actor)),
      }),
    }
  }
}

type Silo = Awaited<ReturnType<typeof listInterfaces>>[number]
interface EmptyDay {
  readonly emptyDay: string
  readonly orderDay: string
}

/** A list of the summary; nothing where it is empty. */
const listOf = <Name extends string, Item>(name: Name, first: readonly Item[], all = 0): { [_ in Name]?: SummaryList<Item> } =>
  first.length === 0 ? {} : ({ [name]: { all, first } } as { [_ in Name]: SummaryList<Item> }) // safe: the one name

/** Tasks of a user that are due by the end of the day that follows the period. */
async function ownTasks(work: UnitOfWork, { userId, to }: DueSummary): Promise<Pick<Morning, 'tasks'>> {
  const rows = await tasksOfSummary(work, { userId, before: new Date(to.getTime() + DAY) }, MOST)
  if (rows.length === 0) return {}
  const first = rows.map(({ title, place, dueAt }) => ({ title, place, dueAt: dueAt.getTime() }))
  return { tasks: { due: rows[0]!.all, first } } // safe: just checked
}

async function overridesOf(work: UnitOfWork): Promise<Pick<Morning, 'overrides'>> {
  const rows = await currentHolds(work, MOST)
  const first = rows.map(({ name, place, category, max, value, by, until }) => ({
    name,
    place,
    category,
    unit: unitOf(category as CategoryId, max)?.symbol ?? null, // safe: createInterface writes no other
    value: value as Value, // safe: only insertCommand writes it
    by,
    until: until.getTime(),
  }))
  return listOf('overrides', first, rows[0]?.all)
}

async function silentOf(work: UnitOfWork): Promise<Pick<Morning, 'silent'>> {
  const rows = await silentSensors(work, MOST)
  const first = rows.map(({ name, place, since }) => ({ name, place, since: since.getTime() }))
  return listOf('silent', first, rows[0]?.all)
}
