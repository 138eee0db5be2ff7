import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { siren, temperature, ventilation } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import { openStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import { createBoxTime } from '../platform/time.ts'
import { createRecorder } from './recorder.ts'
import type { Recorder } from './recorder.ts'

const T = 1_790_000_000_000
let folder: string
let store: Store
let recorder: Recorder
let isOnline: boolean
let logged: string[]
let refuses: boolean

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  const clock = virtualClock(T)
  store = openStore(folder, { newEpoch: () => 1, now: () => T })
  isOnline = true
  logged = []
  refuses = false
  recorder = createRecorder({
    store: {
      ...store,
      append: items => {
        if (refuses) throw new Error('ENOSPC')
        return store.append(items)
      },
    },
    time: createBoxTime(clock),
    clock,
    log: (_, message) => logged.push(message),
    isOnline: () => isOnline,
    appended: () => {},
  })
})
afterEach(() => {
  recorder.stop()
  store.close()
  rmSync(folder, { recursive: true })
})

const storedReadings = () => store.read(1, 100, 100).map(({ ix, value }) => [ix, value])

describe('recorder', () => {
  it('writes every sample, of on-change interfaces only changes', () => {
    for (const value of [20, 20, 21])
      recorder.readings([
        { spec: temperature, value },
        { spec: ventilation, value },
      ])
    recorder.forget()
    recorder.readings([{ spec: ventilation, value: 21 }])
    expect(storedReadings()).toEqual([
      [1, 20],
      [2, 20],
      [1, 20],
      [1, 21],
      [2, 21],
      [2, 21],
    ])
    expect(store.read(1, 1, 1)[0]).toMatchObject({ ts: T, q: 1 })
  })

  it('repeats commands of outputs, and counts other values as changed', () => {
    recorder.readings([
      { spec: { ...siren, hist: 'DIFFERENT_VALUES' }, value: true },
      { spec: ventilation, value: 20 },
    ])
    recorder.resend()
    expect(storedReadings().slice(2)).toEqual([[3, true]])
    recorder.readings([{ spec: ventilation, value: 20 }])
    expect(storedReadings().slice(3)).toEqual([[2, 20]])
  })

  it('does not store an interface without history unless it is subscribed', () => {
    const live = { ...temperature, hist: 'NO_HISTORY' as const }
    recorder.readings([{ spec: live, value: 1 }])
    isOnline = false
    recorder.readings([{ spec: live, value: 2 }])
    expect(storedReadings()).toEqual([[1, 1]])
  })

  it('control continues when the disk refuses, and a lost change is sent later', () => {
    refuses = true
    recorder.readings([{ spec: ventilation, value: 5 }])
    recorder.readings([{ spec: ventilation, value: 5 }])
    refuses = false
    recorder.readings([{ spec: ventilation, value: 5 }])
    recorder.readings([{ spec: ventilation, value: 5 }])
    expect(logged).toEqual(['readings are lost: ENOSPC', 'the store takes readings again'])
    expect(storedReadings()).toEqual([[2, 5]])
  })

  it('keeps the doings of rules with their own time', () => {
    recorder.event({ rule: '1', ver: 2, kind: 'FAULT', key: 'k' }, T - 500.4)
    expect(store.read(1, 1, 1)[0]).toMatchObject({
      isEvent: true,
      ts: T - 500,
      value: '{"rule":"1","ver":2,"kind":"FAULT","key":"k"}',
    })
  })
})
