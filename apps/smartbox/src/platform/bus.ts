import type { Clock } from './clock.ts'
import type { Driver, Sample, Source, Value } from './driver.ts'

/** The driver, one request at a time, writes before reads; a request that hangs is given up so that the others go on. */
export interface Bus {
  read(addresses: readonly string[]): Promise<Sample[]>
  /** `stillWanted` is asked when its turn has come; false: nothing is written and the answer is null. */
  write(address: string, value: Value, source: Source, stillWanted?: () => boolean): Promise<Value | null>
}

const WITHIN = 20_000

export const createBus = (driver: Driver, clock: Clock): Bus => {
  const urgent: (() => Promise<void>)[] = []
  const others: (() => Promise<void>)[] = []
  let isBusy = false

  const work = async () => {
    if (isBusy) return
    isBusy = true
    for (let job = urgent.shift() ?? others.shift(); job; job = urgent.shift() ?? others.shift()) await job()
    isBusy = false
  }

  const queue = <T>(jobs: (() => Promise<void>)[], run: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      jobs.push(async () => {
        let cancel = () => {}
        const late = new Promise<never>((_, giveUp) => {
          cancel = clock.after(WITHIN, () => giveUp(new Error('the device does not answer')))
        })
        try {
          resolve(await Promise.race([run(), late]))
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        } finally {
          cancel()
        }
      })
      void work()
    })

  return {
    read: addresses => queue(others, () => driver.read(addresses)),
    write: (address, value, source, stillWanted) =>
      queue(urgent, async () => (stillWanted?.() === false ? null : await driver.write(address, value, source))),
  }
}
