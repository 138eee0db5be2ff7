/** Length of a bucket, ms. Bucket k is [k · BUCKET, (k + 1) · BUCKET). */
export const BUCKET = 300_000

/** Buckets before a filling from which the rate of use is taken: 6 h. */
const RATE_BUCKETS = 72
/** Buckets without a rise that end a filling. */
const STILL_BUCKETS = 3
/** Buckets that a small rise must last to become the new reference. */
const DRIFT_BUCKETS = 12
/** Buckets without a median, 6 h, beyond which nobody knows when the feed left. */
const SILENT_BUCKETS = 72

interface Filling {
  /** The bucket before the rise, and the weight there. */
  readonly startBucket: number
  readonly startWeight: number
  readonly peakBucket: number
  readonly peakWeight: number
  /** Buckets in a row without a rise over the peak. */
  readonly still: number
  /** Mean use before, kg per bucket. */
  readonly rate: number
}

/** State of a silo between two buckets. Plain JSON: it can be stored and taken up again. */
export interface SiloState {
  /** Weight that consumption is counted from, kg; null before the first median. */
  readonly reference: number | null
  readonly firstBucket: number | null
  readonly lastBucket: number | null
  /** What was used in the last 6 h. */
  readonly uses: readonly { readonly bucket: number; readonly kg: number }[]
  /** Buckets in a row with a rise that is too small for a filling. */
  readonly drift: number
  readonly filling: Filling | null
}

export const emptySilo: SiloState = {
  reference: null,
  firstBucket: null,
  lastBucket: null,
  uses: [],
  drift: 0,
  filling: null,
}

/** The median weight of a bucket. */
export interface SiloMedian {
  readonly bucket: number
  /** kg */
  readonly weight: number
}

export interface Delivery {
  readonly startBucket: number
  /** Start of that bucket, epoch ms. */
  readonly at: number
  /** kg, rounded to 10. */
  readonly delivered: number
  /** Weight of the silo after it, kg. */
  readonly weight: number
}

/** Feed that left a silo, booked in a bucket. */
export interface SiloUse {
  readonly bucket: number
  readonly kg: number
  /** The silo was silent for more than 6 h: its part of what the silo lost meanwhile. */
  readonly isEstimated: boolean
}

export interface SiloStep {
  readonly state: SiloState
  readonly uses: readonly SiloUse[]
  readonly delivery: Delivery | null
}

const isSilence = (from: number, to: number): boolean => to - from - 1 > SILENT_BUCKETS

/** What a silo lost between two of its buckets: in the second one, or spread evenly over a silence. Nothing: no use. */
function lossBetween(from: number, to: number, kg: number): SiloUse[] {
  if (!(kg > 0)) return []
  if (!isSilence(from, to)) return [{ bucket: to, kg, isEstimated: false }]
  const count = to - from
  return Array.from({ length: count }, (_, index) => ({ bucket: from + 1 + index, kg: kg / count, isEstimated: true }))
}

const roundToTen = (kg: number): number => Math.round(kg / 10) * 10

/** Mean use per bucket over the 6 h that end with a bucket; 0 as long as less is known. */
function rateBefore(state: SiloState, bucket: number): number {
  const from = bucket - RATE_BUCKETS
  if (state.firstBucket === null || state.firstBucket > from) return 0
  return state.uses.reduce((sum, use) => (use.bucket > from ? sum + use.kg : sum), 0) / RATE_BUCKETS
}

/**
 * Takes one median: what was consumed, and a delivery that ended. A median of a bucket that is not after the last one is ignored.
 * Buckets without a median are skipped: the next one books what left meanwhile, after more than 6 h spread evenly. A rise that falls
 * back to the start of the filling was a disturbance and no delivery. Source: domain §4, "Silo".
 */
export function siloStep(state: SiloState, { bucket, weight }: SiloMedian, capacity: number): SiloStep {
  const { reference, lastBucket, firstBucket } = state
  if (reference === null || lastBucket === null || firstBucket === null)
    return { state: { ...state, reference: weight, firstBucket: bucket, lastBucket: bucket }, uses: [], delivery: null }
  if (bucket <= lastBucket) return { state, uses: [], delivery: null }

  const noise = Math.max(10, 0.002 * capacity)
  const refill = Math.max(300, 0.02 * capacity)
  if (state.filling) return fillingStep(state, state.filling, { bucket, weight, before: lastBucket }, noise)

  const next = { ...state, lastBucket: bucket }
  const rise = weight - reference
  if (rise <= -noise) {
    const uses = lossBetween(lastBucket, bucket, -rise)
    return { state: book(next, uses, weight), uses, delivery: null }
  }
  if (rise >= refill) {
    const filling: Filling = {
      startBucket: lastBucket,
      startWeight: reference,
      peakBucket: bucket,
      peakWeight: weight,
      still: 0,
      rate: rateBefore(state, lastBucket),
    }
    return { state: { ...next, drift: 0, filling }, uses: [], delivery: null }
  }
  const drift = rise >= noise ? state.drift + 1 : 0
  const isNewReference = drift >= DRIFT_BUCKETS
  return {
    state: { ...next, drift: isNewReference ? 0 : drift, reference: isNewReference ? weight : reference },
    uses: [],
    delivery: null,
  }
}

/** `before`: the last bucket with a median. A silence ends a filling: nobody fills a silo for hours. */
function fillingStep(
  state: SiloState,
  filling: Filling,
  { bucket, weight, before }: SiloMedian & { readonly before: number },
  noise: number,
): SiloStep {
  const next = { ...state, lastBucket: bucket }
  const isSilent = isSilence(before, bucket)
  if (weight - filling.peakWeight > noise)
    return {
      state: { ...next, filling: { ...filling, peakWeight: weight, peakBucket: bucket, still: 0 } },
      uses: [],
      delivery: null,
    }
  const still = isSilent ? STILL_BUCKETS : filling.still + 1
  if (still < STILL_BUCKETS) return { state: { ...next, filling: { ...filling, still } }, uses: [], delivery: null }

  const ended = { ...next, filling: null }
  // After a silence a low weight says nothing: the delivery may have been eaten meanwhile.
  if (!isSilent && weight - filling.startWeight < noise) {
    const uses = lossBetween(before, bucket, filling.startWeight - weight)
    return { state: book(ended, uses, weight), uses, delivery: null }
  }
  const { startBucket, peakBucket, peakWeight } = filling
  const meanwhile = filling.rate * (peakBucket - startBucket)
  const delivery = {
    startBucket,
    at: startBucket * BUCKET,
    delivered: roundToTen(peakWeight - filling.startWeight + meanwhile),
    weight: peakWeight,
  }
  const fall = peakWeight - weight
  const end = isSilent ? before : bucket
  const uses = [
    ...(isSilence(startBucket, peakBucket)
      ? lossBetween(startBucket, peakBucket, meanwhile)
      : lossBetween(end - 1, end, meanwhile)),
    ...(fall >= noise ? lossBetween(before, bucket, fall) : []),
  ]
  return { state: book(ended, uses, fall >= noise ? weight : peakWeight), uses, delivery }
}

/** Books uses, and takes a weight as the new reference. */
const book = (state: SiloState, uses: readonly SiloUse[], reference: number): SiloState => ({
  ...state,
  reference,
  drift: 0,
  uses: [...state.uses, ...uses.map(({ bucket, kg }) => ({ bucket, kg }))].filter(
    ({ bucket }) => bucket > state.lastBucket! - RATE_BUCKETS, // safe: a median was taken
  ),
})

/** Takes several medians in order of their buckets. */
export function runSilo(state: SiloState, medians: readonly SiloMedian[], capacity: number) {
  const uses: SiloUse[] = []
  const deliveries: Delivery[] = []
  let current = state
  for (const median of medians) {
    const step = siloStep(current, median, capacity)
    current = step.state
    uses.push(...step.uses)
    if (step.delivery) deliveries.push(step.delivery)
  }
  return { state: current, uses, deliveries }
}
