/** Length of a bucket, ms. Bucket k is [k · BUCKET, (k + 1) · BUCKET). */
export const BUCKET = 300_000

/** Buckets before a filling from which the rate of use is taken: 6 h. */
const RATE_BUCKETS = 72
/** Buckets without a rise that end a filling. */
const STILL_BUCKETS = 3
/** Buckets that a small rise must last to become the new reference. */
const DRIFT_BUCKETS = 12

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

export interface SiloStep {
  readonly state: SiloState
  /** Feed that left the silo, kg, booked in this bucket. */
  readonly consumed: number
  readonly delivery: Delivery | null
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
 * Buckets without a median are skipped: the next one books what left meanwhile. A rise that falls back to the start of the filling
 * was a disturbance and no delivery. Source: domain §4, "Silo".
 */
export function siloStep(state: SiloState, { bucket, weight }: SiloMedian, capacity: number): SiloStep {
  const { reference, lastBucket, firstBucket } = state
  if (reference === null || lastBucket === null || firstBucket === null)
    return { state: { ...state, reference: weight, firstBucket: bucket, lastBucket: bucket }, consumed: 0, delivery: null }
  if (bucket <= lastBucket) return { state, consumed: 0, delivery: null }

  const noise = Math.max(10, 0.002 * capacity)
  const refill = Math.max(300, 0.02 * capacity)
  const next = { ...state, lastBucket: bucket }
  if (state.filling) return fillingStep(next, state.filling, { bucket, weight }, noise)

  const rise = weight - reference
  if (rise <= -noise) return { state: use(next, bucket, -rise, weight), consumed: -rise, delivery: null }
  if (rise >= refill) {
    const filling: Filling = {
      startBucket: lastBucket,
      startWeight: reference,
      peakBucket: bucket,
      peakWeight: weight,
      still: 0,
      rate: rateBefore(state, lastBucket),
    }
    return { state: { ...next, drift: 0, filling }, consumed: 0, delivery: null }
  }
  const drift = rise >= noise ? state.drift + 1 : 0
  const isNewReference = drift >= DRIFT_BUCKETS
  return {
    state: { ...next, drift: isNewReference ? 0 : drift, reference: isNewReference ? weight : reference },
    consumed: 0,
    delivery: null,
  }
}

function fillingStep(state: SiloState, filling: Filling, { bucket, weight }: SiloMedian, noise: number): SiloStep {
  if (weight - filling.peakWeight > noise)
    return {
      state: { ...state, filling: { ...filling, peakWeight: weight, peakBucket: bucket, still: 0 } },
      consumed: 0,
      delivery: null,
    }
  const still = filling.still + 1
  if (still < STILL_BUCKETS) return { state: { ...state, filling: { ...filling, still } }, consumed: 0, delivery: null }

  if (weight - filling.startWeight < noise) {
    const consumed = Math.max(0, filling.startWeight - weight)
    return { state: use({ ...state, filling: null }, bucket, consumed, weight), consumed, delivery: null }
  }
  const meanwhile = filling.rate * (filling.peakBucket - filling.startBucket)
  const delivered = roundToTen(filling.peakWeight - filling.startWeight + meanwhile)
  const delivery = {
    startBucket: filling.startBucket,
    at: filling.startBucket * BUCKET,
    delivered,
    weight: filling.peakWeight,
  }
  const filled = use({ ...state, filling: null }, bucket, meanwhile, filling.peakWeight)
  const fall = filling.peakWeight - weight
  return fall >= noise
    ? { state: use(filled, bucket, fall, weight), consumed: meanwhile + fall, delivery }
    : { state: filled, consumed: meanwhile, delivery }
}

/** Books a use and takes a weight as the new reference. */
const use = (state: SiloState, bucket: number, kg: number, reference: number): SiloState => ({
  ...state,
  reference,
  drift: 0,
  uses: [...state.uses.filter(earlier => earlier.bucket > bucket - RATE_BUCKETS), ...(kg > 0 ? [{ bucket, kg }] : [])],
})

/** Takes several medians in order of their buckets. */
export function runSilo(state: SiloState, medians: readonly SiloMedian[], capacity: number) {
  const uses: { bucket: number; kg: number }[] = []
  const deliveries: Delivery[] = []
  let current = state
  for (const median of medians) {
    const step = siloStep(current, median, capacity)
    current = step.state
    if (step.consumed > 0) uses.push({ bucket: median.bucket, kg: step.consumed })
    if (step.delivery) deliveries.push(step.delivery)
  }
  return { state: current, uses, deliveries }
}
