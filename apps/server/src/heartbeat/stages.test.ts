import { HEARTBEAT_STAGES } from '@steading/contract/heartbeat'
import type { HeartbeatStage } from '@steading/contract/heartbeat'
import { beforeEach, expect, test } from 'vitest'
import { pulse } from '../platform/pulse.ts'
import { stages } from './stages.ts'
import { TIMES } from './times.ts'

const SECOND = 1000
let [now, number] = [0, 0]
const clock = { now: () => now, mono: () => now }
let beats: ReturnType<typeof pulse>
let known: ReturnType<typeof stages>
/** Time passes, with a look every 5 s and a beat every 20 s that comes as far as before this stage. */
function pass(seconds: number, frozen?: HeartbeatStage) {
  let told: HeartbeatStage | undefined
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
    told ??= seen
  }
  return told
}

beforeEach(() => {
  ;[now, number] = [0, 0]
  beats = pulse(clock)
  known = stages({ clock, pulse: beats }, TIMES)
})

test.each(HEARTBEAT_STAGES.slice(1))('%s that stands still is told of within 70 s, and no other when it goes on', stage => {
  expect(pass(300)).toBeUndefined()
  expect(pass(50, stage)).toBeUndefined()
  expect(pass(30, stage)).toBe(stage)
  expect(pass(600, stage)).toBe(stage)
  // One after the other they work again, each a look later.
  now += 5 * SECOND
  beats.beat(++number)
  const told = HEARTBEAT_STAGES.slice(1).map(one => {
    beats.seen(one, number)
    now += 5 * SECOND
    return known.look()
  })
  expect(told.filter(one => one !== undefined && one !== stage)).toEqual([])
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

test('while no message gets out the call outside is silent at once, but not told of; it has its moment when messages go again', () => {
  pass(300)
  beats.mute(true)
  expect(HEARTBEAT_STAGES.filter(known.isSilent)).toEqual(['PROVIDER'])
  expect(pass(300, 'PROVIDER')).toBeUndefined()
  beats.mute(false)
  expect(pass(25, 'PROVIDER')).toBeUndefined()
  expect(pass(30, 'PROVIDER')).toBe('PROVIDER')
  expect(pass(300)).toBeUndefined()
})

test('after a start the first beats have two minutes, and no more', () => {
  expect(pass(115, 'INGEST')).toBeUndefined()
  expect(pass(10, 'INGEST')).toBe('INGEST')
})

test('a program that stood still itself knows nothing for two minutes', () => {
  pass(300)
  now += 600 * SECOND
  expect(pass(115, 'BROKER')).toBeUndefined()
  expect(pass(10, 'BROKER')).toBe('BROKER')
})

test('a path that lags is silent, however steadily beats come through', () => {
  pass(300)
  const sent: number[] = []
  let told: HeartbeatStage | undefined
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
    told ??= seen
  }
  expect(told).toBe('RULES')
})

test('what another run sent is not fresh, nor what is a minute old', () => {
  expect(beats.isFresh(7)).toBe(false)
  beats.beat(7)
  expect(beats.isFresh(7)).toBe(true)
  now += 60 * SECOND
  expect(beats.isFresh(7)).toBe(false)
})
