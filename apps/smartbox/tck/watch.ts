import type { BoxValue, Command, CommandAnswer, Data, State } from '@steading/contract/box/messages'
import { eachItem } from '@steading/contract/box/messages'
import type { TestPlatform } from '../test/platform.ts'

export const SECOND = 1000

/** The box under test is not there any more: what it would have done cannot be judged. */
export class Gone extends Error {}

/** ms that a box may be away before it counts as gone; it is told to come back within seconds. */
export const AWAY = 40 * SECOND

/** Looks at the box from the platform's side, and waits for it; whatever waits throws Gone when the box does not come back. */
export const watch = (platform: TestPlatform, tell: (what: string) => void) => {
  const { clock } = platform
  const sleep = (ms: number) => new Promise<void>(resolve => void clock.after(ms, resolve))
  let waitingFor = ''
  const waits = (what: string): void => {
    waitingFor = what
    tell(what)
  }
  const gone = (ms: number) => new Gone(`the box was gone for ${ms / SECOND} s, while waiting for ${waitingFor}`)

  /** Whether it came to be, within ms; the box need not be there. */
  const within = async (ms: number, holds: () => boolean): Promise<boolean> => {
    for (const end = clock.mono() + ms; clock.mono() < end; await sleep(20)) if (holds()) return true
    return holds()
  }
  const isThere = () => {
    const sid = platform.hellos.at(-1)?.sid
    // safe: the broker let nothing else through on this topic
    return (platform.presence as State[]).findLast(state => state.sid === sid)?.on === true
  }
  const there = async (): Promise<void> => {
    if (!isThere() && !(await within(AWAY, isThere))) throw gone(AWAY)
  }
  /** Whether it came to be, within ms in which the box was there. */
  const comes = async (holds: () => boolean, ms = 20 * SECOND): Promise<boolean> => {
    for (let left = ms; left > 0 && !holds();) {
      const from = clock.mono()
      await sleep(20)
      if (isThere()) left -= clock.mono() - from
      else await there()
    }
    return holds()
  }

  const since = (at: number) => platform.log.filter(one => one.at >= at)
  const batchesSince = (at: number) => since(at).flatMap(one => (one.topic === 'up/data' ? [one.message as Data] : [])) // safe: its topic
  /** Whether a reading of this interface came since then, as present or as history, that satisfies. */
  const came = (at: number, ix: number, h: 0 | 1, holds: (value: BoxValue) => boolean): boolean => {
    let found = false
    for (const data of batchesSince(at))
      eachItem(
        data,
        (_, of, ___, value) => void (found ||= data.h === h && of === ix && holds(value)),
        () => {},
      )
    return found
  }

  /** From now on: resolves when the box came into session again. */
  const session = (): (() => Promise<void>) => {
    const begun = () => platform.log.filter(one => one.topic === 'up/state' && (one.message as State).on).length // safe: its topic
    const before = begun()
    return async () => {
      if (!(await within(AWAY, () => begun() > before))) throw gone(AWAY)
    }
  }
  /** Breaks the connection and waits for the next session: when it broke, and ms until the box was back. */
  const reconnect = async (): Promise<{ from: number; delay: number }> => {
    const back = session()
    const [from, logins] = [clock.mono(), platform.logins.length]
    platform.cut()
    await within(10 * SECOND, () => platform.logins.length > logins)
    const delay = (platform.logins[logins]?.at ?? Infinity) - from
    await back()
    return { from, delay }
  }

  const answered = async (command: Command): Promise<CommandAnswer | undefined> => {
    const count = platform.answers.filter(answer => answer.id === command.id).length
    await comes(() => platform.answers.filter(answer => answer.id === command.id).length > count, 3 * SECOND)
    return platform.answers.findLast(answer => answer.id === command.id)
  }
  const order = async (ix: number, val: BoxValue, more: Partial<Command> = {}) => {
    const command = await platform.command(ix, val, more)
    return { command, answer: await answered(command) }
  }
  const shown = (ix: number) => [...platform.readings.values()].findLast(reading => reading.ix === ix)?.value
  const runs = (rev: number) => platform.shadows.at(-1)?.rev === rev

  return { sleep, waits, within, there, comes, batchesSince, came, session, reconnect, answered, order, shown, runs }
}
