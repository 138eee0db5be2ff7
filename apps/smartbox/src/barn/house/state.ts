// What is kept of houses between runs: one JSON file a house, named after its id.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stateOf, type House, type HouseState } from './house.ts'

const VERSION = 2

const fileOf = (folder: string, id: string): string => join(folder, `${id}.json`)

/** The saved state of a house; undefined if there is none, or one of another version. Throws on one that cannot be read. */
export const loadState = async (folder: string, id: string): Promise<HouseState | undefined> => {
  let text: string
  try {
    text = await readFile(fileOf(folder, id), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  // safe: only saveState writes these files, and the version tells which shape it wrote
  const saved = JSON.parse(text) as { version: number; house: HouseState }
  return saved.version === VERSION ? saved.house : undefined
}

/** Replaces the file in one go, so that a crash leaves the old or the new one. */
export const saveState = async (folder: string, house: House): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const file = fileOf(folder, house.config.id)
  await writeFile(`${file}.new`, JSON.stringify({ version: VERSION, house: stateOf(house) }))
  await rename(`${file}.new`, file)
}
