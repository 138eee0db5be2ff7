import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import { watchUpdate } from './update.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'update-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('reports every step of an update, and its end, once', async () => {
  const clock = virtualClock()
  const path = join(folder, 'update.json')
  const progress: unknown[] = []
  const watch = watchUpdate(path, clock, () => progress.push(watch.current()))
  watch.start()
  await clock.pass(20_000)
  for (const done of [0, 0.4]) {
    writeFileSync(path, JSON.stringify({ to: '1.5.0', done }))
    await clock.pass(20_000)
  }
  rmSync(path)
  await clock.pass(20_000)
  expect(progress).toEqual([{ to: '1.5.0', done: 0 }, { to: '1.5.0', done: 0.4 }, undefined])
  watch.stop()
  writeFileSync(path, JSON.stringify({ to: '1.6.0', done: 0 }))
  await clock.pass(20_000)
  expect(progress).toHaveLength(3)
})
