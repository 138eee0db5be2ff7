// Modbus TCP. Addresses: see registers.ts. Settings:
//   { kind: 'modbus', host, port 502, unit 1, timeout 2000 (ms), gap 8 (registers), wordOrder 'big' | 'little' }
// A device that is away makes readings bad, never an error; every read after a pause tries again.
import Modbus from 'modbus-serial'
import type { Driver, Sample, Value } from '../driver.ts'
import type { DriverKind } from './kind.ts'
import { blocksOf, decode, encode, parseRegister, type Block, type Register } from './registers.ts'

type Client = InstanceType<typeof Modbus.default>

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000

// modbus-serial throws some errors that are not Errors.
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

/** An answer of the device itself: the connection is sound, the request was not. */
const isRefusal = (error: unknown): boolean => typeof error === 'object' && error !== null && 'modbusCode' in error

const valueOf = (register: Register, number: number): Value => (register.encoding === 'coil' ? number === 1 : number)

const fetchWords = async (client: Client, { table, start, length }: Pick<Block, 'table' | 'start' | 'length'>) => {
  switch (table) {
    case 'holding':
      return (await client.readHoldingRegisters(start, length)).data
    case 'input':
      return (await client.readInputRegisters(start, length)).data
    case 'coil':
      return (await client.readCoils(start, length)).data.map(Number)
    case 'discrete':
      return (await client.readDiscreteInputs(start, length)).data.map(Number)
  }
}

/** Runs jobs one after the other; a failure goes to whoever asked and stops nobody else. */
const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(job: () => Promise<T>): Promise<T> => {
    const turn = last.then(job)
    last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }
}

export const modbus: DriverKind = {
  create: (config, { now, warn }): Driver => {
    config.only('kind', 'host', 'port', 'unit', 'timeout', 'gap', 'wordOrder')
    const host = config.text('host')
    const port = config.whole('port', 1, 65_535, 502)
    const ownUnit = config.whole('unit', 0, 255, 1)
    const timeout = config.whole('timeout', 50, 60_000, 2000)
    const gap = config.whole('gap', 0, 100, 8)
    const order = config.choice('wordOrder', ['big', 'little'], 'big')
    const device = `modbus ${host}:${port}`

    const inTurn = oneByOne()
    const known = new Map<string, Register>()
    const last = new Map<string, Value>()
    const complained = new Set<string>()
    let client: Client | undefined
    let away = false
    let pause = FIRST_PAUSE
    let retryAt = 0
    let stopped = false

    const complain = (about: string, message: string): void => {
      if (complained.has(about)) return
      complained.add(about)
      warn(message)
    }

    const drop = (error: unknown): void => {
      client?.destroy(() => undefined)
      client = undefined
      if (!away) warn(`${device} is away: ${reasonOf(error)}`)
      away = true
      retryAt = now() + pause
      pause = Math.min(2 * pause, LONGEST_PAUSE)
    }

    /** The open connection; undefined while the device is away. */
    const connected = async (): Promise<Client | undefined> => {
      if (client?.isOpen) return client
      if (client) drop(new Error('the connection was closed'))
      if (stopped || now() < retryAt) return undefined
      const fresh = new Modbus.default()
      fresh.on('error', error => complain(`socket ${reasonOf(error)}`, `${device}: ${reasonOf(error)}`))
      fresh.setTimeout(timeout)
      client = fresh
      try {
        await fresh.connectTCP(host, { port })
      } catch (error) {
        drop(error)
        return undefined
      }
      if (away) warn(`${device} is back`)
      away = false
      pause = FIRST_PAUSE
      retryAt = 0
      return fresh
    }

    const registerOf = (address: string): Register => {
      const register = known.get(address) ?? parseRegister(address)
      known.set(address, register)
      return register
    }

    /** Reads a block into `last`; a member that could not be read is left out of what comes back. */
    const readBlock = async (block: Block): Promise<string[]> => {
      const open = await connected()
      if (!open) return []
      try {
        open.setID(block.unit ?? ownUnit)
        const words = await fetchWords(open, block)
        const read: string[] = []
        for (const register of block.members) {
          const from = register.start - block.start
          const number = decode(register, words.slice(from, from + register.width), order)
          if (number === undefined) continue
          last.set(register.address, valueOf(register, number))
          read.push(register.address)
        }
        return read
      } catch (error) {
        if (!isRefusal(error)) {
          drop(error)
          return []
        }
        // One register that the device does not have must not hide its neighbours.
        const [first] = block.members
        if (block.members.length === 1 && first) {
          complain(first.address, `${device} ${first.address}: ${reasonOf(error)}`)
          return []
        }
        const read: string[] = []
        for (const register of block.members) {
          const alone = { ...block, start: register.start, length: register.width, members: [register] }
          read.push(...(await readBlock(alone)))
        }
        return read
      }
    }

    const read = async (addresses: readonly string[]): Promise<Sample[]> => {
      const registers: Register[] = []
      for (const address of addresses) {
        try {
          registers.push(registerOf(address))
        } catch (error) {
          complain(address, reasonOf(error))
        }
      }
      const good = new Set<string>()
      for (const block of blocksOf(registers, gap)) for (const address of await readBlock(block)) good.add(address)
      return addresses.map(address => ({ address, value: last.get(address) ?? 0, good: good.has(address) }))
    }

    /** Writes, and reads what the device made of it. */
    const exchange = async (open: Client, register: Register, words: number[]): Promise<number[]> => {
      try {
        open.setID(register.unit ?? ownUnit)
        if (register.table === 'coil') await open.writeCoil(register.start, words[0] === 1)
        else if (words.length === 1) await open.writeRegister(register.start, words[0]!)
        else await open.writeRegisters(register.start, words)
        return await fetchWords(open, { ...register, length: register.width })
      } catch (error) {
        if (!isRefusal(error)) drop(error)
        throw new Error(`${device} ${register.address}: ${reasonOf(error)}`, { cause: error })
      }
    }

    const write = async (address: string, value: Value): Promise<Value> => {
      const register = registerOf(address)
      if (register.table === 'input' || register.table === 'discrete') throw new Error(`${device} ${address} can only be read`)
      const bit = register.encoding === 'coil'
      if (typeof value !== (bit ? 'boolean' : 'number'))
        throw new Error(`${device} ${address} takes ${bit ? 'true or false' : 'a number'}, not ${JSON.stringify(value)}`)
      const words = encode(register, Number(value), order)
      const open = await connected()
      if (!open) throw new Error(`${device} is away`)
      const back = decode(register, await exchange(open, register, words), order)
      if (back === undefined) throw new Error(`${device} ${address}: what was written reads back as no number`)
      const result = valueOf(register, back)
      last.set(address, result)
      return result
    }

    return {
      start: async () => {
        await inTurn(connected)
      },
      read: addresses => inTurn(() => read(addresses)),
      write: (address, value) => inTurn(() => write(address, value)),
      stop: () =>
        inTurn(async () => {
          stopped = true
          client?.destroy(() => undefined)
          client = undefined
        }),
    }
  },
}
