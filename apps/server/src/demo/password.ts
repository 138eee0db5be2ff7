import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'

const WORDS = [
  'barn',
  'clover',
  'heron',
  'meadow',
  'oat',
  'plough',
  'reed',
  'silo',
  'stork',
  'willow',
  'furrow',
  'granary',
  'lark',
  'paddock',
]

/** The password of the demo people: as set, else made at the first start and kept beside the data, for its owner alone. */
export function demoPassword({ DEMO_PASSWORD, dataDir }: Pick<Config, 'DEMO_PASSWORD' | 'dataDir'>): string {
  if (DEMO_PASSWORD) return DEMO_PASSWORD
  const file = join(dataDir, 'secrets', 'demo-password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const word = () => WORDS[randomInt(WORDS.length)]!
  const password = `${word()[0]!.toUpperCase()}${word().slice(1)}-${word()}-${word()}-${randomInt(100, 1000)}`
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}
