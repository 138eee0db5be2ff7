// Against modbus-serial's own server on loopback.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { ServerTCP } from 'modbus-serial'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Driver } from '../driver.ts'
import { createDriver, modbus } from './index.ts'

/** A port that nobody uses just now. */
const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise(done => probe.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A device with 100 registers; 50 is not there. Counts what it is asked. */
const device = async (port: number) => {
  const holding = new Uint16Array(100)
  const coils = Array.from({ length: 20 }, () => false)
  const asked: string[] = []
  const refuse = (): never => {
    throw Object.assign(new Error('no such register'), { modbusErrorCode: 2 })
  }
  const range = (table: string, from: number, length: number, unit: number): number[] => {
    asked.push(`${table} ${from}+${length}@${unit}`)
    if (from <= 50 && from + length > 50) refuse()
    return [...holding.slice(from, from + length)]
  }
  const server = new ServerTCP(
    {
      getMultipleHoldingRegisters: (from: number, length: number, unit: number) => range('holding', from, length, unit),
      getMultipleInputRegisters: (from: number, length: number, unit: number) => range('input', from, length, unit),
      getHoldingRegister: (address: number, unit: number) => range('holding', address, 1, unit)[0]!,
      getInputRegister: (address: number, unit: number) => range('input', address, 1, unit)[0]!,
      getCoil: (address: number) => coils[address] ?? false,
      getDiscreteInput: (address: number) => address === 3,
      setRegister: (address: number, value: number) => {
        // Register 9 is a drive that goes up to 800 at most.
        holding[address] = address === 9 ? Math.min(value, 800) : value
      },
      setCoil: (address: number, value: boolean) => {
        coils[address] = value
      },
    },
    { host: '127.0.0.1', port, unitID: 255 },
  )
  // A client that is gone is no business of the device's.
  server.on('socketError', () => undefined)
  await once(server, 'initialized')
  const close = (): Promise<void> =>
    new Promise(done => {
      server.close(() => done())
    })
  return { holding, coils, asked, close, connections: () => server.socks.size }
}

let port = 0
let clock = 0
let warnings: string[] = []
let plc: Awaited<ReturnType<typeof device>>
let driver: Driver

const make = (extra: Record<string, unknown> = {}): Driver =>
  createDriver(
    { modbus },
    { kind: 'modbus', host: '127.0.0.1', port, timeout: 300, ...extra },
    { now: () => clock, warn: message => warnings.push(message) },
  )

beforeEach(async () => {
  port = await freePort()
  clock = 1_000_000
  warnings = []
  plc = await device(port)
  driver = make()
  await driver.start()
})

afterEach(async () => {
  await driver.stop()
  await plc.close()
})

test('reads registers and bits by type and scale, neighbours in one request', async () => {
  plc.holding.set([214, 0xffd8, 0x41ab, 0x3333], 10)
  plc.coils[2] = true
  const addresses = [
    'holding:10:int16:0.1',
    'holding:11:int16:0.1',
    'holding:12:float32',
    'input:10:uint16',
    'coil:2',
    'discrete:3',
    'discrete:4',
  ]
  expect(await driver.read(addresses)).toEqual([
    { address: 'holding:10:int16:0.1', value: 21.4, good: true },
    { address: 'holding:11:int16:0.1', value: -4, good: true },
    { address: 'holding:12:float32', value: 21.3999996185, good: true },
    { address: 'input:10:uint16', value: 214, good: true },
    { address: 'coil:2', value: true, good: true },
    { address: 'discrete:3', value: true, good: true },
    { address: 'discrete:4', value: false, good: true },
  ])
  expect(plc.asked).toEqual(['holding 10+4@1', 'input 10+1@1'])
})

test('writes, and answers the value that the device reports', async () => {
  expect(await driver.write('holding:8:int16:0.1', -21.5, 'rule')).toBe(-21.5)
  expect(plc.holding[8]).toBe(0xff29)
  expect(await driver.write('holding:9:uint16:0.1', 100, 'rule')).toBe(80)
  expect(await driver.write('holding:20:int32', 70_000, 'rule')).toBe(70_000)
  expect([...plc.holding.slice(20, 22)]).toEqual([1, 4464])
  expect(await driver.write('coil:4', true, 'rule')).toBe(true)
  expect(plc.coils[4]).toBe(true)
  expect(await driver.read(['coil:4', 'holding:20:int32'])).toMatchObject([{ value: true }, { value: 70_000 }])
})

test('speaks to the unit that an address names, else to its own', async () => {
  await driver.stop()
  driver = make({ unit: 7 })
  await driver.read(['holding:1:int16', 'holding:2:int16@9'])
  expect(plc.asked).toEqual(['holding 1+1@7', 'holding 2+1@9'])
})

test('one register that is not there does not hide its neighbours', async () => {
  plc.holding.set([7, 0, 9], 49)
  const samples = await driver.read(['holding:49:int16', 'holding:50:int16', 'holding:51:int16'])
  expect(samples).toMatchObject([{ value: 7, good: true }, { good: false }, { value: 9, good: true }])
  await driver.read(['holding:50:int16'])
  expect(warnings).toEqual([expect.stringContaining('holding:50:int16: Modbus exception 2')])
})

test('refuses what makes no sense before anything is sent', async () => {
  await expect(driver.write('input:1:int16', 1, 'rule')).rejects.toThrow('can only be read')
  await expect(driver.write('coil:1', 1, 'rule')).rejects.toThrow('takes true or false, not 1')
  await expect(driver.write('holding:1:int16', true, 'rule')).rejects.toThrow('takes a number, not true')
  await expect(driver.write('holding:1:int16', 40_000, 'rule')).rejects.toThrow('does not fit')
  await expect(driver.write('holding:1', 4, 'rule')).rejects.toThrow('needs int16')
  expect(await driver.read(['holding:1', 'holding:2:int16'])).toMatchObject([{ good: false }, { good: true }])
  expect(warnings).toEqual([expect.stringContaining('modbus address holding:1')])
})

test('a device that goes away makes readings bad, keeps the last value, and is found again', async () => {
  plc.holding[1] = 55
  const [address] = ['holding:1:int16'] as const
  expect(await driver.read([address])).toEqual([{ address, value: 55, good: true }])
  await plc.close()
  expect(await driver.read([address])).toEqual([{ address, value: 55, good: false }])
  await expect(driver.write(address, 1, 'rule')).rejects.toThrow('is away')
  clock += 61_000
  expect(await driver.read([address])).toMatchObject([{ good: false }])
  plc = await device(port)
  plc.holding[1] = 56
  // It waits a little before it tries again.
  expect(await driver.read([address])).toMatchObject([{ good: false }])
  expect(plc.asked).toEqual([])
  clock += 61_000
  expect(await driver.read([address])).toEqual([{ address, value: 56, good: true }])
  expect(warnings).toEqual([expect.stringContaining('is away'), expect.stringContaining('is back')])
})

test('a silent device times out once, without delaying others of the box', async () => {
  const requests: Buffer[] = []
  const mute = createServer(socket => socket.on('data', request => requests.push(request))).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const at = mute.address()
  const silent = make({ port: typeof at === 'object' && at ? at.port : 0, timeout: 100 })
  await silent.start()
  expect(await silent.read(['holding:1:int16', 'input:1:int16', 'coil:1'])).toMatchObject([
    { good: false },
    { good: false },
    { good: false },
  ])
  expect(requests).toHaveLength(1)
  await silent.stop()
  mute.close()
})

test('once stopped, it stays away from its device', async () => {
  await driver.stop()
  expect(await driver.read(['holding:1:int16'])).toMatchObject([{ good: false }])
  expect(plc.asked).toEqual([])
})

test('many that ask at once share one connection', async () => {
  await driver.stop()
  driver = make()
  await Promise.all(Array.from({ length: 8 }, () => driver.read(['holding:1:int16'])))
  expect(plc.connections()).toBe(1)
})

test('starts without its device', async () => {
  const lonely = make({ port: await freePort() })
  await lonely.start()
  expect(await lonely.read(['coil:1'])).toEqual([{ address: 'coil:1', value: 0, good: false }])
  await lonely.stop()
  expect(await lonely.read(['coil:1'])).toMatchObject([{ good: false }])
})

test('reads and writes at the same time do not disturb each other', async () => {
  const jobs = Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0 ? driver.write(`holding:${n}:int16`, n, 'rule') : driver.read([`holding:${n}:int16`, `input:${n}:int16`]),
  )
  const results = await Promise.all(jobs)
  expect(results.filter((_, n) => n % 2 === 0)).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n))
})

test.each([
  [{ host: 5 }, 'driver modbus: host must be a text, not 5'],
  [{ port: 0 }, 'driver modbus: port must be a number from 1 to 65535, not 0'],
  [{ timeout: Number.NaN }, 'driver modbus: timeout must be a number from 50 to 60000'],
  [{ port: 502.5 }, 'driver modbus: port must be a whole number, not 502.5'],
  [{ wordOrder: 'middle' }, 'driver modbus: wordOrder must be one of big, little, not "middle"'],
  [{ baud: 9600 }, 'driver modbus does not know baud; it knows kind, host'],
  [{ kind: 'profibus' }, 'driver: kind must be one of modbus, not "profibus"'],
])('settings that make no sense: %j', (wrong, message) => {
  expect(() => make(wrong)).toThrow(message)
})
