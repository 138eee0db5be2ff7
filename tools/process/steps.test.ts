import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STEPS } from './steps.ts'

const commandsIn = (file: string) => new Set(readFileSync(file, 'utf8').match(/npm (?:start|test|run [a-z-]+)/g))
/** What .ci/run runs, its test of the verifier as a program included, and the night itself. */
const landing = commandsIn('.ci/run').add('npm run verify-record').add('npm run nightly')
const nightly = new Set(STEPS.map(({ command }) => command))

test('runs every command of the README at a landing or at night', () => {
  const commands = commandsIn('README.md')
  expect(commands.size).toBeGreaterThan(10)
  expect([...commands].filter(command => !landing.has(command) && !nightly.has(command))).toEqual([])
})

test('lists every step of the night in docs/operations.md', () => {
  const listed = commandsIn('docs/operations.md')
  expect([...nightly].filter(one => !listed.has(one))).toEqual([])
  expect([...listed].filter(one => !landing.has(one) && !nightly.has(one))).toEqual([])
})
