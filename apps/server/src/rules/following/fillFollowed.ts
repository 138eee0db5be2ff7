import { unitOf } from '@steading/contract/devices/interfaces'
import { DATES_WITHOUT_BATCH } from '@steading/contract/rules/body'
import { curveReference, hasCurveReference, MOST_ENTRIES } from '@steading/production/curves/curveReference'
import { openBatchesAt } from '../../batches/index.ts'
import type { FollowedBatch } from '../../batches/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { dateOfDay, localDayIn, midnightOf } from '../../platform/time/localDay.ts'

type Inputs = Readonly<Record<string, unknown>>
type Members = Readonly<Record<string, unknown>>

/** What the platform knows of an interface whose alarm follows a batch or a silo. */
export interface FollowingInterface {
  readonly id: string
  readonly category: string
  /** Determines the unit of a scale. */
  readonly max: number | null
  readonly entityId: string
  /** kg, of a silo. */
  readonly capacity: number | null
}

export interface Surroundings {
  /** The sector of the rule, or its entity. */
  readonly place: string
  readonly interfaces: readonly FollowingInterface[]
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)
const linesOf = ({ lines }: Inputs): readonly unknown[] => (Array.isArray(lines) ? lines : [])
const isFollowing = (value: unknown): value is Members => isMembers(value) && value['followsBatch'] === true
const isOfCapacity = (value: unknown): value is Members => isMembers(value) && value['relativeTo'] === 'CAPACITY'

/**
 * The inputs of a rule with what follows from elsewhere: the dates of a cycle and the references of lines from the open batch of
 * the house, the capacity of a silo from its interface. Without an open batch the pre-cycle holds, and a line has no reference.
 */
export async function fillFollowed(work: UnitOfWork, inputs: Inputs, { place, interfaces }: Surroundings): Promise<Inputs> {
  const { cycle } = inputs
  const lines = linesOf(inputs)
  const following = lines.filter(isFollowing)
  if (!isFollowing(cycle) && following.length === 0 && !lines.some(isOfCapacity)) return inputs
  const found = (line: Members) => interfaces.find(({ id }) => id === line['interfaceId'])
  const houses = following.flatMap(line => found(line)?.entityId ?? [])
  const batches = await openBatchesAt(work, [place, ...houses])
  const most = Math.max(2, Math.floor(MOST_ENTRIES / Math.max(1, following.length)))
  return {
    ...inputs,
    ...(isFollowing(cycle) && { cycle: withDates(cycle, batches.get(place)) }),
    ...(lines.length > 0 && {
      lines: lines.map(line => {
        if (isOfCapacity(line)) return withCapacity(line, found(line))
        const sensor = isFollowing(line) ? found(line) : undefined
        return isFollowing(line) && sensor
          ? { ...line, reference: referenceOf(sensor, batches.get(sensor.entityId), { now: work.now.getTime(), most }) }
          : line
      }),
    }),
  }
}

const withDates = (cycle: Members, batch: FollowedBatch | undefined): Members => {
  const { preCycle, dayOne } = DATES_WITHOUT_BATCH
  const first = batch ? dateOfDay(batch.dayOne).toISOString().slice(0, 10) : dayOne
  return {
    ...cycle,
    // The pre-cycle has begun long ago: between two batches the devices are never left alone.
    preCycle: { ...(isMembers(cycle['preCycle']) && cycle['preCycle']), date: preCycle },
    dayOne: { ...(isMembers(cycle['dayOne']) && cycle['dayOne']), date: first },
  }
}

/** A capacity that was entered stays while the interface has none. */
const withCapacity = (line: Members, silo: FollowingInterface | undefined): Members =>
  silo?.capacity == null ? line : { ...line, reference: [{ from: 0, value: silo.capacity }] }

function referenceOf(
  { category, max }: FollowingInterface,
  batch: FollowedBatch | undefined,
  { now, most }: { readonly now: number; readonly most: number },
) {
  if (!batch?.curve || !hasCurveReference(category)) return []
  const { curve, dayOne, timeZone } = batch
  const isInGrams = unitOf(category, max)?.symbol === 'g'
  const followed = { curve, dayOne, category, isInGrams }
  return curveReference(followed, { today: localDayIn(timeZone)(now), most, midnightOf: day => midnightOf(timeZone, day) })
}
