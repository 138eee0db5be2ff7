import type { PageQuery } from '@steading/contract/http/paging'
import { intervalOf, TEST_PATHS } from '@steading/contract/protection/paths'
import type { TestIntervals } from '@steading/contract/protection/paths'
import type {
  GeneratorRun,
  GeneratorState,
  HousePaths,
  NewGeneratorRun,
  NewSiteTest,
  SiteTest,
} from '@steading/contract/protection/register'
import type { z } from 'zod'
import { isEntityInReach } from '../entities/index.ts'
import { created, deleted } from '../platform/database/fieldChanges.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { refuseFuture } from '../platform/time/notInFuture.ts'
import { dueState, nextTestDay } from './due.ts'
import { boxesOf, placeById } from './plan.sql.ts'
import {
  deleteRun,
  deleteTest,
  insertRun,
  insertTest,
  intervalsAt,
  lastTests,
  runById,
  searchHouses,
  searchRuns,
  testById,
} from './register.sql.ts'
import type { GeneratorRunRow, LastTest, RegisterQuery, SiteTestRow } from './register.sql.ts'

export const presentTest = (row: SiteTestRow): SiteTest => ({
  id: row.id,
  entity: row.entity,
  timeZone: row.timeZone,
  path: row.path,
  testedUtc: row.tested_at.toISOString(),
  result: row.result,
  tester: row.tester,
  note: row.note,
  seen: row.seen,
})

const numberOf = (column: string | number | null) => (column === null ? null : Number(column))
export const presentRun = (row: GeneratorRunRow): GeneratorRun => ({
  id: row.id,
  entity: row.entity,
  timeZone: row.timeZone,
  startedUtc: row.started_at.toISOString(),
  endedUtc: row.ended_at.toISOString(),
  onLoad: row.on_load,
  fuelLitres: numberOf(row.fuel),
  hourMeter: numberOf(row.hour_meter),
  operator: row.operator,
  fault: row.fault,
  note: row.note,
})

/** When something is to be tested again; `last` null: never tested, so it is due. */
function nextTest(last: Date | null, days: number, { now, timeZone }: { readonly now: Date; readonly timeZone: string }) {
  if (last === null) return { nextDay: null, state: 'OVERDUE' as const }
  const nextDay = nextTestDay(last, days, timeZone)
  // Announced for a third of a short interval, so that a weekly test is not due all the time.
  return { nextDay, state: dueState(nextDay, now, timeZone, Math.min(14, Math.floor(days / 3))) }
}

/** Every path of the houses at or below a place. @throws NotFound */
export async function housePaths(work: UnitOfWork, asked: PageQuery & RegisterQuery) {
  if (asked.entityId !== undefined && !(await isEntityInReach(work, asked.entityId))) throw new NotFound()
  const page = await searchHouses(work, asked)
  const ids = page.content.map(({ id }) => id)
  const last = Map.groupBy(await lastTests(work, ids), ({ houseId }) => houseId)
  const intervals = await work.withSystemScope(whole => intervalsAt(whole, ids))
  return {
    ...page,
    content: page.content.map(({ id, entity, timeZone }): HousePaths => {
      const context = { now: work.now, timeZone, intervals: intervals.get(id) ?? [] }
      return { entity, timeZone, paths: pathStates(last.get(id) ?? [], context) }
    }),
  }
}

function pathStates(
  last: readonly LastTest[],
  { intervals, ...context }: { readonly now: Date; readonly timeZone: string; readonly intervals: TestIntervals },
): HousePaths['paths'] {
  return TEST_PATHS.map(path => {
    const test = last.find(found => found.path === path)
    return {
      path,
      lastUtc: test?.at.toISOString() ?? null,
      result: test?.result ?? null,
      source: test?.source ?? null,
      drillId: test?.drillId ?? null,
      eventId: test?.eventId ?? null,
      ...nextTest(test?.at ?? null, intervalOf(path, intervals), context),
    }
  })
}

/** @throws NotFound, Failed for a test in the future */
export async function addTest(work: UnitOfWork, entityId: string, test: z.output<typeof NewSiteTest>): Promise<SiteTest> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  refuseFuture(work, test.testedUtc, 'testedUtc')
  const row = orNotFound(await testById(work, await insertTest(work, entityId, test)))
  await auditTest(work, 'CREATE', row)
  return presentTest(row)
}

/** @throws NotFound */
export async function removeTest(work: UnitOfWork, id: string): Promise<void> {
  const row = orNotFound(await testById(work, id))
  await deleteTest(work, id)
  await auditTest(work, 'DELETE', row)
}

const auditTest = (work: UnitOfWork, action: 'CREATE' | 'DELETE', row: SiteTestRow) => {
  const { id, entity, timeZone: _zone, seen: _seen, ...fields } = presentTest(row)
  return work.audit({
    action,
    objectType: 'protectionTest',
    objectId: id,
    objectName: entity.displayName,
    entityId: entity.id,
    changes: action === 'CREATE' ? created(fields) : deleted(fields),
  })
}

/** @throws NotFound, Failed for a run in the future */
export async function addRun(work: UnitOfWork, entityId: string, run: z.output<typeof NewGeneratorRun>): Promise<GeneratorRun> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  refuseFuture(work, run.endedUtc, 'endedUtc')
  const row = orNotFound(await runById(work, await insertRun(work, entityId, run)))
  await auditRun(work, 'CREATE', row)
  return presentRun(row)
}

/** @throws NotFound */
export async function removeRun(work: UnitOfWork, id: string): Promise<void> {
  const row = orNotFound(await runById(work, id))
  await deleteRun(work, id)
  await auditRun(work, 'DELETE', row)
}

const auditRun = (work: UnitOfWork, action: 'CREATE' | 'DELETE', row: GeneratorRunRow) => {
  const { id, entity, timeZone: _zone, ...fields } = presentRun(row)
  return work.audit({
    action,
    objectType: 'generatorRun',
    objectId: id,
    objectName: entity.displayName,
    entityId: entity.id,
    changes: action === 'CREATE' ? created(fields) : deleted(fields),
  })
}

const NEWEST = { currentPage: 0, itemsPerPage: 1, sortProperty: 'startedUtc', sortDirection: 'DESC' } as const

/** @throws NotFound */
export async function generatorState(work: UnitOfWork, entityId: string): Promise<GeneratorState> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  const { timeZone, intervals, boxes } = await work.withSystemScope(async whole => ({
    timeZone: (await placeById(whole, entityId)).timeZone,
    intervals: (await intervalsAt(whole, [entityId])).get(entityId) ?? [],
    boxes: await boxesOf(whole, entityId),
  }))
  const [last] = (await searchRuns(work, { ...NEWEST, entityId })).content
  return {
    lastUtc: last?.started_at.toISOString() ?? null,
    ...nextTest(last?.started_at ?? null, intervalOf('GENERATOR', intervals), { now: work.now, timeZone }),
    runningAt: boxes.filter(({ isGeneratorRunning }) => isGeneratorRunning).map(({ displayName }) => displayName),
  }
}
