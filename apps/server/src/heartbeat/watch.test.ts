import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHeartbeatRecorder } from '../platform/heartbeat.ts'
import { eventually } from '../../test/smtp.ts'
import type { World } from '../platform/world.ts'
import { systemClock } from '../platform/time/clock.ts'
import { stages } from './stages.ts'
import { TIMES } from './times.ts'
import { watch } from './watch.ts'

const times = { ...TIMES, silent: 100, first: 200, look: 10 }

const STANDS = 'alarm path stalled, notifying the people in charge directly'
/** What is told of the path while the database answers, for as long as twice the first beats have; or does not, until that is told. */
async function logLines(answers: boolean) {
  const lines: string[] = []
  const clock = systemClock
  const log = { error: (_: object, words: string) => void lines.push(words) }
  const work = async (_: unknown, act: (work: object) => unknown) => {
    if (!answers) throw new Error('away')
    return act({ now: new Date() })
  }
  // safe: what a watch without a tree asks for
  const world = {
    db: { work },
    clock,
    log,
    heartbeat: createHeartbeatRecorder(clock),
    config: { PUBLIC_URL: 'https://farm.example' },
  } as unknown as World
  const nobody = { reached: async () => [], notifyNow: async () => 0, stalled: async () => [], isUnheard: async () => false }
  const part = watch(world, stages(world, times), nobody, { raise: async () => null, resolve: async () => undefined }, times)
  await part.start()
  if (answers) await pause(2 * times.first)
  else
    await eventually(
      () => lines,
      words => words.includes(STANDS),
    )
  await part.stop()
  return lines
}

test('a platform without a tree reports no path', async () => expect(await logLines(true)).toEqual([]))

test('reports an unreachable database', async () => expect(await logLines(false)).toContain(STANDS))
