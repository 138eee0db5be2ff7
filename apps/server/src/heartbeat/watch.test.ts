import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pulse } from '../platform/pulse.ts'
import { eventually } from '../../test/smtp.ts'
import type { World } from '../platform/world.ts'
import { stages } from './stages.ts'
import { TIMES } from './times.ts'
import { watch } from './watch.ts'

const times = { ...TIMES, silent: 100, first: 200, look: 10 }

const STANDS = 'the path of alarms stands still'
/** What is told of the path while the database answers, for as long as twice the first beats have; or does not, until that is told. */
async function told(answers: boolean) {
  const said: string[] = []
  const clock = { now: () => Date.now(), mono: () => performance.now() }
  const log = { error: (_: object, words: string) => void said.push(words) }
  const work = async (_: unknown, act: (work: object) => unknown) => {
    if (!answers) throw new Error('away')
    return act({ now: new Date() })
  }
  // safe: what a watch without a tree asks for
  const world = {
    db: { work },
    clock,
    log,
    pulse: pulse(clock),
    config: { PUBLIC_URL: 'https://farm.example' },
  } as unknown as World
  const nobody = { reached: async () => [], direct: async () => 0, stalled: async () => [], isUnheard: async () => false }
  const part = watch(world, stages(world, times), nobody, { raise: async () => undefined, over: async () => undefined }, times)
  await part.start()
  if (answers) await pause(2 * times.first)
  else
    await eventually(
      () => said,
      words => words.includes(STANDS),
    )
  await part.stop()
  return said
}

test('a platform without a tree has no path that could stand still', async () => expect(await told(true)).toEqual([]))

test('a database that does not answer is told of all the same', async () => expect(await told(false)).toContain(STANDS))
