import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder, removeTemporaryFolder } from './temporaryFolder.ts'

const removedAtEnd = (folder: string) => {
  onTestFinished(() => removeTemporaryFolder(folder))
  return folder
}
const memoryFolder = () => removedAtEnd(mkdtempSync(join(tmpdir(), 'memory-')))
const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid

test('removes the folders of processes that ended, and no other', () => {
  const memory = memoryFolder()
  const names = [
    `steading-tests-${endedPid()}-a`,
    `steading-tests-${process.ppid}-b`,
    'steading-tests-c',
    `other-${endedPid()}-d`,
  ]
  for (const name of names) mkdirSync(join(memory, name, 'postgresql'), { recursive: true })
  expect(dirname(createTemporaryFolder({ memory, enough: 1 }))).toBe(memory)
  expect(names.map(name => existsSync(join(memory, name)))).toEqual([false, true, true, true])
})

test('lies elsewhere without such a memory, or where it has no room', () => {
  const memory = memoryFolder()
  for (const options of [{ memory: '/nowhere' }, { memory, enough: Number.MAX_SAFE_INTEGER }])
    expect(dirname(removedAtEnd(createTemporaryFolder(options)))).toBe(tmpdir())
})
