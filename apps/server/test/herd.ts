import type { AnimalMovement, CreateAnimalMovement } from '@steading/contract/production/animalMovements'
import type { CreateBatch } from '@steading/contract/production/batches'
import type { z } from 'zod'
import { data } from './farm.ts'
import type { Api, Farm } from './farm.ts'

/** An instant so many days ago. */
export const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

export type NewMovement = Omit<z.input<typeof CreateAnimalMovement>, 'batchId'>
export const entry = (number: number, timestamp: string, more: Partial<NewMovement> = {}): NewMovement => ({
  action: 'ENTRY',
  actionType: 'EXTERNAL_ENTRY',
  timestamp,
  number,
  weight: number,
  age: 0,
  ...more,
})
export const exit = (
  actionType: NewMovement['actionType'],
  number: number,
  timestamp: string,
  more: Partial<NewMovement> = {},
): NewMovement => ({ action: 'EXIT', actionType, timestamp, number, ...(actionType !== 'DEATH' && { weight: number }), ...more })

/** A curve of the weight of broilers from 44 g to 2.8 kg within 40 days, at Aves; answers its id. */
export async function aGrowthCurve(farm: Farm): Promise<string> {
  const details = [
    { age: 0, weight: 0.044 },
    { age: 40, weight: 2.8 },
  ]
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into production_curves (entity_id, display_name, species, age_unit, details) values ($1, 'Growth', 'BROILER', 1, $2)
     returning id::text`,
    [farm.at.Aves, JSON.stringify(details)],
  )
  return rows[0]!.id
}

/** What breaks an invariant: too few animals after a movement, halves that differ, totals that are not those of the rows, batches that overlap. */
const BROKEN = `
  select 'negative at ' || id as broken from (
    select id, sum(case when action = 'EXIT' then -number when pending then 0 else number end)
      over (partition by batch_id order by at, action, id) as available
    from animal_movements where batch_id = any($1)) running where available < 0
  union all
  select 'halves of ' || transfer_id from animal_movements where batch_id = any($1) and transfer_id is not null
    group by transfer_id having count(*) <> 2 or count(distinct action) <> 2
      or count(distinct (at, number, weight, age, pending, version, type_description)) <> 1
  union all
  select 'totals of ' || batches.id from batches left join animal_movements movement on movement.batch_id = batches.id
    where batches.id = any($1) group by batches.id
    having total_entry <> coalesce(sum(number) filter (where action = 'ENTRY' and not pending), 0)
      or total_mortality <> coalesce(sum(number) filter (where action_type = 'DEATH' and not pending), 0)
      or total_exit <> coalesce(sum(number) filter (where action = 'EXIT' and action_type <> 'DEATH' and not pending), 0)
      or total_exit_pending <> coalesce(sum(number) filter (where action = 'EXIT' and pending), 0)
  union all
  select 'overlap of ' || one.id || ' and ' || other.id from batches one join entities place on place.id = one.entity_id
    join batches other on other.id > one.id join entities other_place on other_place.id = other.entity_id
    where (one.id = any($1) or other.id = any($1)) and (place.path @> other_place.path or other_place.path @> place.path)
      and tstzrange(one.open_date, one.close_date) && tstzrange(other.open_date, other.close_date)`

let houses = 0

/** Calls of one person who books animals in houses of Paul. */
export function createHerd(farm: Farm, api: Api) {
  /** A new batch in a house of its own. */
  const openBatch = async (openDate = ago(30), more: Partial<z.input<typeof CreateBatch>> = {}) => {
    const entityId = await farm.entity(`House of batch ${++houses}`, 'SECTOR', 'Paul')
    return data(await api.batches.create({ body: { entityId, openDate, species: 'BROILER', ...more }, files: [] }))
  }
  const book = (batchId: string, movement: NewMovement, by = api) =>
    by.animalMovements.create({ body: { batchId, ...movement }, files: [] })
  const booked = async (batchId: string, movement: NewMovement, by = api) => data(await book(batchId, movement, by))
  /** The edit of a movement that changes nothing but this. */
  const edit = (shown: AnimalMovement, more: object, by = api, files: readonly File[] = []) =>
    by.animalMovements.edit({
      params: { id: shown.id },
      body: {
        timestamp: shown.timestamp,
        typeDescription: shown.typeDescription,
        number: shown.number,
        ...(shown.weight !== null && { weight: shown.weight }),
        ...(shown.deathReason && { deathReasonId: shown.deathReason.id }),
        age: shown.age,
        pending: shown.pending,
        version: shown.version,
        ...more,
      },
      files,
    })
  const remove = (id: string, by = api) => by.animalMovements.remove({ params: { id } })
  const details = async (id: string) => data(await api.animalMovements.details({ params: { id } }))
  const batch = async (id: string) => data(await api.batches.details({ params: { id } }))
  /** Movements of a batch, newest first. */
  const movements = async (batchId: string) =>
    data(await api.animalMovements.list({ query: { batchId, itemsPerPage: 50 } })).content
  /** The half of a transfer in its other batch. */
  const inverseOf = async (half: AnimalMovement) => {
    const { rows } = await farm.world.owner.query<{ id: string }>(
      `select other.id::text from animal_movements half join animal_movements other using (transfer_id)
       where half.id = $1 and other.id <> half.id`,
      [half.id],
    )
    return details(rows[0]!.id)
  }
  /** A batch with animals of its day of opening. */
  const stocked = async (number = 1000, openDate = ago(30)) => {
    const { id } = await openBatch(openDate)
    await booked(id, entry(number, openDate))
    return id
  }
  /** What is wrong with these batches: nothing, whatever was called. */
  const broken = async (batchIds: readonly string[]) =>
    (await farm.world.owner.query<{ broken: string }>(BROKEN, [batchIds])).rows
  return { openBatch, book, booked, edit, remove, details, batch, movements, inverseOf, stocked, broken }
}
