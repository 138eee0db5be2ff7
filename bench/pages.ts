import { interleaved, ratio } from './rounds.ts'

/** A platform with data, and calls of it by the page that makes them. */
export interface Measured<Name extends string> {
  readonly pages: Readonly<Record<Name, () => Promise<unknown>>>
  stop(): Promise<void>
}

/** How much longer a page may take with a hundred times the data. */
const GOAL = 3

/** Prints of each page how long it takes with much data and with a hundredth of it, and their ratio; then stops both platforms. */
export async function comparePages<Name extends string>(
  large: Measured<Name>,
  small: Measured<Name>,
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<void> {
  const timed = (call: () => Promise<unknown>) => async () => {
    const began = performance.now()
    for (let times = 0; times < calls; times++) await call()
    return ((performance.now() - began) / calls) * 1000
  }
  try {
    for (const name of Object.keys(large.pages) as Name[]) {
      await Promise.all([large.pages[name](), small.pages[name]()])
      const [many, few] = await interleaved(
        [
          { name: `${name}, large`, run: timed(large.pages[name]) },
          { name: `${name}, a hundredth`, run: timed(small.pages[name]) },
        ],
        rounds,
        'µs',
      )
      ratio(`${name}: large / a hundredth`, many! / few!, GOAL)
    }
  } finally {
    await large.stop()
    await small.stop()
  }
}
