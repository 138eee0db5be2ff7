import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import { beforeEach, expect, test } from 'vitest'
import { createHeartbeatRecorder } from '../platform/heartbeat.ts'
import { withTimers } from '../platform/time/clock.ts'
import { stages } from './stages.ts'
import { TIMES } from './times.ts'

const SECOND = 1000
let now = 0
let number = 0
const clock = withTimers({ now: () => now, mono: () => now })
let beats: ReturnType<typeof createHeartbeatRecorder>
let known: ReturnType<typeof stages>
/** Time passes, with a look every 5 s and a beat every 20 s that comes as far as before this stage. */
function pass(seconds: number, frozen?: HeartbeatStage) {
  let silentStage: HeartbeatStage | undefined
  for (let second = 0; second < seconds; second += 5) {
    now += 5 * SECOND
    if (now % (20 * SECOND) === 0) {
      beats.beat(++number)
      for (const stage of HEARTBEAT_STAGES.slice(1)) {
        if (stage === frozen) break
        beats.seen(stage, number)
      }
    }
    const seen = known.look()
    silentStage ??= seen
  }
  return silentStage
}

beforeEach(() => {
  ;[now, number] = [0, 0]
  beats = createHeartbeatRecorder(clock)
  known = stages({ clock, heartbeat: beats }, TIMES)
})

test.each(HEARTBEAT_STAGES.slice(1))('reports a stage within 70 s if %s stops, and no other stage when it resumes', stage => {
  expect(pass(300)).toBeUndefined()
  expect(pass(50, stage)).toBeUndefined()
  expect(pass(30, stage)).toBe(stage)
  expect(pass(600, stage)).toBe(stage)
  // One after the other they work again, each a look later.
  now += 5 * SECOND
  beats.beat(++number)
  const silentStages = HEARTBEAT_STAGES.slice(1).map(one => {
    beats.seen(one, number)
    now += 5 * SECOND
    return known.look()
  })
  expect(silentStages.filter(one => one !== undefined && one !== stage)).toEqual([])
  expect(pass(300)).toBeUndefined()
})

test('a stage that sees old beats again is not well yet: one alarm would follow the other', () => {
  pass(300)
  expect(known.isWell('RULES')).toBe(true)
  const old = number + 1
  expect(pass(80, 'RULES')).toBe('RULES')
  beats.seen('RULES', old + 1)
  expect(known.isSilent('RULES')).toBe(false)
  expect(known.isWell('RULES')).toBe(false)
  beats.seen('RULES', number)
  expect(known.isWell('RULES')).toBe(true)
})

test('stops the external call while no message is sent, and reports it with a delay', () => {
  pass(300)
  beats.mute(true)
  expect(HEARTBEAT_STAGES.filter(known.isSilent)).toEqual(['PROVIDER'])
  expect(pass(300, 'PROVIDER')).toBeUndefined()
  beats.mute(false)
  expect(pass(25, 'PROVIDER')).toBeUndefined()
  expect(pass(30, 'PROVIDER')).toBe('PROVIDER')
  expect(pass(300)).toBeUndefined()
})

test('allows two minutes after a start for the first heartbeats', () => {
  expect(pass(115, 'INGEST')).toBeUndefined()
  expect(pass(10, 'INGEST')).toBe('INGEST')
})

test('detects nothing for two minutes after the process itself was suspended', () => {
  pass(300)
  now += 600 * SECOND
  expect(pass(115, 'BROKER')).toBeUndefined()
  expect(pass(10, 'BROKER')).toBe('BROKER')
})

test('a path with a growing delay is silent although heartbeats arrive', () => {
  pass(300)
  const sent: number[] = []
  let silentStage: HeartbeatStage | undefined
  for (let second = 0; second < 300; second += 5) {
    now += 5 * SECOND
    if (now % (20 * SECOND) === 0) {
      beats.beat(++number)
      sent.push(number)
      for (const stage of ['BROKER', 'INGEST'] as const) beats.seen(stage, number)
      // The rules are four beats behind.
      const old = sent[sent.length - 5]
      if (old !== undefined) beats.seen('RULES', old)
    }
    const seen = known.look()
    silentStage ??= seen
  }
  expect(silentStage).toBe('RULES')
})

test('a heartbeat of another run or older than a minute is not fresh', () => {
  expect(beats.isFresh(7)).toBe(false)
  beats.beat(7)
  expect(beats.isFresh(7)).toBe(true)
  now += 60 * SECOND
  expect(beats.isFresh(7)).toBe(false)
})
