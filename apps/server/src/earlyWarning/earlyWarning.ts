import { SCORE_DAYS } from '@steading/contract/production/earlyWarning'
import type { EarlyWarning, WarningAnswer, WatchedHouse } from '@steading/contract/production/earlyWarning'
import type { Events } from '../events/index.ts'
import { entityById } from '../entities/index.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid } from '../platform/failures.ts'
import { endWarnings, isWatched, lockWarning, setAnswer, setWatched, warnedBatch, warningOfEvent } from './earlyWarning.sql.ts'
import type { HouseRow, WarningRow } from './earlyWarning.sql.ts'

/** From when on warnings count in the scores. */
export const scoresSince = ({ now }: Pick<UnitOfWork, 'now'>): Date => new Date(now.getTime() - SCORE_DAYS * 86_400_000)

export const presentHouse = (row: HouseRow): WatchedHouse => ({
  entity: row.entity,
  enabled: row.enabled,
  batch: row.batch,
  hasExpectation: row.hasExpectation,
  deviation: { water: row.waterDeviation, feed: row.feedDeviation },
  scores: {
    water: { warnings: row.waterWarnings, right: row.waterRight, wrong: row.waterWrong },
    feed: { warnings: row.feedWarnings, right: row.feedRight, wrong: row.feedWrong },
  },
})

export const presentWarning = (row: WarningRow): EarlyWarning => ({
  eventId: row.event_id,
  kind: row.kind,
  direction: row.direction,
  score: row.score,
  deviation: row.deviation,
  openedAt: row.opened_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  answer: row.knownAnswer,
  finding: row.finding,
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answeredBy,
})

/** Switches the watch over a house. @throws NotFound, Failed for a place that is no house or room */
export async function switchHouse(work: UnitOfWork, id: string, enabled: boolean) {
  const house = orNotFound(await entityById(work, id))
  if (house.type !== 'SECTOR') throw invalid('id', 'houseOrRoom')
  const before = await isWatched(work, id)
  if (before !== enabled) {
    await setWatched(work, id, enabled)
    await work.audit({
      action: 'UPDATE',
      objectType: 'entity',
      objectId: id,
      objectName: house.display_name,
      entityId: id,
      changes: fieldChanges({ earlyWarning: before }, { earlyWarning: enabled }),
    })
  }
  const { name, type, display_name: displayName } = house
  return { entity: { id, name, type, displayName }, enabled }
}

/**
 * Stores the answer to "did you find something?". NO while the warning goes on: the change is right, and the use of the next day
 * becomes the habit. @throws NotFound for an event that is no warning
 */
export async function answerWarning(
  work: UnitOfWork,
  events: Pick<Events, 'resolve'>,
  eventId: string,
  given: { readonly answer: WarningAnswer; readonly finding: string },
): Promise<WarningRow> {
  const before = orNotFound(await lockWarning(work, eventId))
  const { batchId, title } = orNotFound(await warnedBatch(work, eventId))
  await saveIfChanged(work, {
    before,
    // Who answers the same again is not its author.
    read: async () => {
      const row = orNotFound(await warningOfEvent(work, eventId))
      const isSame = row.answer === before.answer && row.finding === before.finding
      return isSame ? before : row
    },
    write: () => setAnswer(work, eventId, given),
    audit: row =>
      work.audit({
        action: 'UPDATE',
        objectType: 'event',
        objectId: eventId,
        objectName: title,
        entityId: row.entity_id,
        changes: fieldChanges(answerFields(before), answerFields(row)),
      }),
  })
  if (given.answer === 'NO' && before.answer !== 'NO' && before.ended_at === null && batchId !== null)
    await work.withSystemScope(whole => endAsHabit(whole, events, batchId, presentWarning(before).kind))
  return orNotFound(await warningOfEvent(work, eventId))
}

const answerFields = ({ answer, finding }: Pick<WarningRow, 'answer' | 'finding'>) => ({ answer, finding })

/** The evaluation takes the new habit over once a whole day of it was measured; until then it opens no second warning. */
async function endAsHabit(work: UnitOfWork, events: Pick<Events, 'resolve'>, batchId: string, kind: EarlyWarning['kind']) {
  await endWarnings(work, batchId, kind, work.now)
  await events.resolve(work, { problem: `${kind}_WARNING`, subjectId: batchId })
}
