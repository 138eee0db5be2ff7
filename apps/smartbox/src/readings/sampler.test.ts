import { beforeEach, describe, expect, it } from 'vitest'
import { door, siren, temperature, ventilation } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import type { Sample } from '../platform/driver.ts'
import { interfacesOf } from '../platform/interfaces.ts'
import { createSampler } from './sampler.ts'
import type { Sampler } from './sampler.ts'

let clock: VirtualClock
let sampler: Sampler
let asked: (readonly string[])[]
let taken: [string, unknown][]
let logged: string[]
let answer: () => Promise<Sample[]>

beforeEach(() => {
  clock = virtualClock()
  asked = []
  taken = []
  logged = []
  answer = async () => [
    { address: 'h1/temperature', value: 21.26, good: true },
    { address: 'h1/ventilation', value: 30, good: true },
    { address: 'h1/door', value: 1, good: true },
  ]
  const bus = {
    read: (addresses: readonly string[]) => {
      asked.push(addresses)
      return answer()
    },
    write: async () => null,
  }
  sampler = createSampler(
    bus,
    clock,
    (_, message) => logged.push(message),
    samples => {
      for (const { spec, value } of samples) taken.push([spec.id, value])
    },
  )
})

describe('sampler', () => {
  it('reads each input at its interval, those of one instant together', async () => {
    sampler.configure(interfacesOf([temperature, { ...ventilation, every: 3 }, siren, door]))
    await clock.pass(3500)
    expect(asked).toEqual([
      ['h1/temperature', 'h1/ventilation', 'h1/door'],
      ['h1/temperature', 'h1/door'],
      ['h1/temperature', 'h1/door'],
      ['h1/temperature', 'h1/ventilation', 'h1/door'],
    ])
    expect(taken.slice(0, 3)).toEqual([
      ['101', 21.3],
      ['102', 30],
      ['104', true],
    ])
  })

  it('reads requested inputs at once, and then at their interval', async () => {
    sampler.configure(interfacesOf([{ ...temperature, every: 10 }, { ...ventilation, every: 10 }, siren]))
    await clock.pass(4000)
    sampler.soon(({ hist }) => hist === 'DIFFERENT_VALUES')
    await clock.pass(7000)
    expect(asked).toEqual([['h1/temperature', 'h1/ventilation'], ['h1/ventilation'], ['h1/temperature']])
    await clock.pass(4000)
    expect(asked.at(-1)).toEqual(['h1/ventilation'])
  })

  it('omits missing and faulty inputs', async () => {
    answer = async () => [{ address: 'h1/temperature', value: 85, good: false }]
    sampler.configure(interfacesOf([temperature, door]))
    await clock.pass(0)
    expect(taken).toEqual([])
  })

  it('continues after a failure and reports it once', async () => {
    const good = answer
    answer = () => Promise.reject(new Error('bus'))
    sampler.configure(interfacesOf([temperature]))
    await clock.pass(3000)
    answer = good
    await clock.pass(1000)
    expect(logged).toEqual(['the devices do not answer: bus', 'the devices answer again'])
    expect(taken).toEqual([['101', 21.3]])
  })

  it('does not make up for rounds that a slow bus missed', async () => {
    const good = answer
    answer = async () => {
      await new Promise<void>(resolve => clock.after(2500, resolve))
      return good()
    }
    sampler.configure(interfacesOf([temperature]))
    await clock.pass(6000)
    expect(asked).toHaveLength(3)
  })

  it('drops readings of interfaces that are no longer configured', async () => {
    const late = Promise.withResolvers<Sample[]>()
    answer = () => late.promise
    sampler.configure(interfacesOf([temperature]))
    await clock.pass(0)
    sampler.configure(interfacesOf([]))
    late.resolve([{ address: 'h1/temperature', value: 20, good: true }])
    await clock.pass(5000)
    expect([taken, asked.length]).toEqual([[], 1])
  })

  it('drops a reading in progress when its factor changes', async () => {
    const late = Promise.withResolvers<Sample[]>()
    answer = () => late.promise
    sampler.configure(interfacesOf([temperature]))
    await clock.pass(0)
    answer = async () => [{ address: 'h1/temperature', value: 3, good: true }]
    sampler.configure(interfacesOf([{ ...temperature, factor: 10 }]))
    late.resolve([{ address: 'h1/temperature', value: 2, good: true }])
    await clock.pass(0)
    expect(taken).toEqual([['101', 30]])
  })
})
