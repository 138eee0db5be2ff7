import { median, ratio, whole } from '../rounds.ts'
import { describeKinds } from './calls.ts'
import { trendOf } from './trend.ts'
import type { WatchedPage } from './watchedPage.ts'

const HOURS = 24
const REFRESHES_OF_HOUR = 60
const MINUTE = 60_000
/** The live stream joins after a pause; what it has missed is asked for then. */
const JOIN = 1000
/** ms between two checks whether a refresh is answered. */
const CHECK = 20
const GOAL = 1.1

/**
 * A day of refreshes in virtual time: the heap after each hour, and the line through it. The first hour fills every cache, since
 * answers are retained for half an hour, and does not count.
 */
export async function measureDay({ page, calls, heap }: WatchedPage, hours = HOURS): Promise<void> {
  const refresh = async () => {
    calls.reset()
    await page.clock.fastForward(MINUTE - JOIN)
    await calls.answered(1, CHECK)
    await page.clock.fastForward(JOIN)
    await calls.answered(1, CHECK)
    return calls.paths()
  }
  const began = performance.now()
  const heaps: number[] = []
  const refreshes: (readonly string[])[] = []
  for (let hour = 0; hour < hours; hour++) {
    for (let minute = 0; minute < REFRESHES_OF_HOUR; minute++) refreshes.push(await refresh())
    // Whatever is late is answered and drawn.
    await calls.answered(10, CHECK)
    heaps.push(await heap())
  }
  const counts = refreshes.map(paths => paths.length)
  const usual = refreshes.find(paths => paths.length === median(counts)) ?? []
  console.log(
    `  ${hours} hours of virtual time, ${refreshes.length} refreshes in ${whole((performance.now() - began) / 1000)} s, requests of a refresh ` +
      `${median(counts)} (${Math.min(...counts)} to ${Math.max(...counts)}): ${describeKinds(usual)}`,
  )
  console.log(`  heap by the hour, MB: ${heaps.map(bytes => (bytes / 1e6).toFixed(1)).join(' ')}`)
  const { first, last, slope } = trendOf(heaps.slice(1))
  console.log(`  slope of the heap ${(slope / 1e3).toFixed(1)} kB an hour`)
  ratio(`heap after ${refreshes.length} refreshes: end of its trend of the start`, last / first, GOAL)
}
