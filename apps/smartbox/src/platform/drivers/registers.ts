// Modbus addresses, what they mean, and how neighbours are read together. Pure.
//
//   holding:100:int16:0.1     holding register 100, signed, times 0.1
//   input:30:float32          input registers 30 and 31
//   coil:5  discrete:7        one bit
//   holding:8:uint16@3        register 8 of unit 3
import { round } from './rounding.ts'

export const tables = ['holding', 'input', 'coil', 'discrete'] as const
export type Table = (typeof tables)[number]

const widths = { int16: 1, uint16: 1, int32: 2, float32: 2, coil: 1 } as const
export type Encoding = keyof typeof widths

/** Which of the two registers of a 32-bit value comes first. */
export type WordOrder = 'big' | 'little'

export interface Register {
  readonly address: string
  readonly table: Table
  readonly start: number
  readonly encoding: Encoding
  /** value = raw × scale */
  readonly scale: number
  /** The unit that it names; undefined: the connection's own. */
  readonly unit: number | undefined
  /** Registers or bits that it takes. */
  readonly width: number
}

const syntax = /^(holding|input|coil|discrete):(\d{1,5})(?::([a-z0-9]+))?(?::(-?[\d.]+(?:e-?\d+)?))?(?:@(\d{1,3}))?$/

/** Throws an Error that says what is wrong. */
export const parseRegister = (address: string): Register => {
  const match = syntax.exec(address)
  if (!match) throw new Error(`modbus address ${address}: must look like holding:100:int16:0.1, input:30:float32 or coil:5`)
  const table = tables.find(name => name === match[1])!
  const bits = table === 'coil' || table === 'discrete'
  const named = match[3] ?? (bits ? 'coil' : undefined)
  const encoding = (Object.keys(widths) as Encoding[]).find(name => name === named)
  if (!encoding || (encoding === 'coil') !== bits)
    throw new Error(
      `modbus address ${address}: ${table} needs ${bits ? 'coil or nothing' : 'int16, uint16, int32 or float32'} as type`,
    )
  const start = Number(match[2])
  const scale = Number(match[4] ?? 1)
  const unit = match[5] === undefined ? undefined : Number(match[5])
  if (start + widths[encoding] > 65_536) throw new Error(`modbus address ${address}: registers go from 0 to 65535`)
  if (!Number.isFinite(scale) || scale === 0 || (bits && scale !== 1))
    throw new Error(`modbus address ${address}: the scale must be a number other than 0, and bits have none`)
  if (unit !== undefined && unit > 255) throw new Error(`modbus address ${address}: units go from 0 to 255`)
  return { address, table, start, encoding, scale, unit, width: widths[encoding] }
}

/** Registers that one request reads. */
export interface Block {
  readonly table: Table
  readonly unit: number | undefined
  readonly start: number
  readonly length: number
  readonly members: readonly Register[]
}

/** Most that a device must answer in one request. */
const LIMIT = { holding: 120, input: 120, coil: 1900, discrete: 1900 } as const

/** Groups registers into as few requests as possible; up to `gap` unwanted registers are read along. */
export const blocksOf = (registers: readonly Register[], gap: number): Block[] => {
  const ordered = [...registers].sort(
    (a, b) => tables.indexOf(a.table) - tables.indexOf(b.table) || (a.unit ?? -1) - (b.unit ?? -1) || a.start - b.start,
  )
  const blocks: Block[] = []
  for (const register of ordered) {
    const last = blocks.at(-1)
    const end = register.start + register.width
    const joins =
      last !== undefined &&
      last.table === register.table &&
      last.unit === register.unit &&
      register.start <= last.start + last.length + gap &&
      end - last.start <= LIMIT[register.table]
    if (joins) {
      const length = Math.max(last.length, end - last.start)
      blocks[blocks.length - 1] = { ...last, length, members: [...last.members, register] }
    } else {
      blocks.push({
        table: register.table,
        unit: register.unit,
        start: register.start,
        length: register.width,
        members: [register],
      })
    }
  }
  return blocks
}

/** The value in `words`, the registers of this address; undefined where they hold no number. */
export const decode = (register: Register, words: readonly number[], order: WordOrder): number | undefined => {
  const view = new DataView(new ArrayBuffer(4))
  const [first = 0, second = 0] = order === 'big' || words.length < 2 ? words : [words[1], words[0]]
  view.setUint16(0, first)
  view.setUint16(2, second)
  const raw = {
    int16: () => view.getInt16(0),
    uint16: () => view.getUint16(0),
    int32: () => view.getInt32(0),
    float32: () => view.getFloat32(0),
    coil: () => first,
  }[register.encoding]()
  return Number.isFinite(raw) ? round(raw * register.scale) : undefined
}

/** The registers that hold this value. Throws a RangeError for one that does not fit. */
export const encode = (register: Register, value: number, order: WordOrder): number[] => {
  const { encoding, scale, address } = register
  const raw = encoding === 'float32' ? value / scale : Math.round(value / scale)
  const view = new DataView(new ArrayBuffer(4))
  const [min, max] = {
    int16: [-32_768, 32_767],
    uint16: [0, 65_535],
    int32: [-2_147_483_648, 2_147_483_647],
    float32: [-3.4e38, 3.4e38],
    coil: [0, 1],
  }[encoding] as [number, number]
  if (!(raw >= min && raw <= max))
    throw new RangeError(`modbus ${address}: ${value} does not fit; it takes ${round(min * scale)} to ${round(max * scale)}`)
  if (encoding === 'float32') view.setFloat32(0, raw)
  else if (encoding === 'int32') view.setInt32(0, raw)
  else view.setUint16(0, raw & 0xffff)
  const words = [view.getUint16(0), view.getUint16(2)].slice(0, register.width)
  return order === 'little' ? words.reverse() : words
}
