import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from './temporaryFolder.ts'

const removedAtEnd = (folder: string) => {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid

test('removes the folders of processes that ended, and no other', () => {
  const memory = removedAtEnd(mkdtempSync(join(tmpdir(), 'memory-')))
  const names = [`steading-tests-${endedPid()}`, `steading-tests-${process.ppid}`, 'steading-tests-other', `other-${endedPid()}`]
  for (const name of names) mkdirSync(join(memory, name, 'postgresql'), { recursive: true })
  expect(dirname(createTemporaryFolder(memory))).toBe(memory)
  expect(names.map(name => existsSync(join(memory, name)))).toEqual([false, true, true, true])
})

test('falls back to the folder of temporary files without such a memory', () => {
  const folder = removedAtEnd(createTemporaryFolder('/nowhere'))
  expect(dirname(folder)).toBe(tmpdir())
})
