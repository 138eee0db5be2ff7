// npm run nightly: the commands of the README that no landing runs, one after the other; docs/operations.md lists them. -- chaos
// sim runs some of them.
import { asked, refuse } from './process/command.ts'
import { STEPS } from './process/steps.ts'
import { SEED_VARIABLE } from './testing/propertySeed.ts'

const usage =
  'usage: npm run nightly -- [start] [serve] [dev] [bench] [chaos] [sim] [test] [steady] [tck] [look] [openapi] [schema] [format]'
const { positionals } = asked(usage, { allowPositionals: true })
const nameOf = (command: string) => command.replace(/^npm (run )?/, '')
const unknown = positionals.filter(name => !STEPS.some(({ command }) => nameOf(command) === name))
if (unknown.length > 0) refuse(`${unknown.join(', ')}: no such step\n${usage}`)

process.env[SEED_VARIABLE] ??= String(Date.now() % 1_000_000)
console.log(`${SEED_VARIABLE}=${process.env[SEED_VARIABLE]}`)

const failures: string[] = []
for (const { command, run } of STEPS.filter(step => positionals.length === 0 || positionals.includes(nameOf(step.command)))) {
  const began = Date.now()
  const problem = await run()
  console.log(`${problem ? '✗' : '✓'} ${command}, ${Math.round((Date.now() - began) / 1000)} s${problem ? `: ${problem}` : ''}`)
  if (problem) failures.push(command)
}
if (failures.length > 0) console.log(`failed: ${failures.join(', ')}`)
process.exitCode = failures.length > 0 ? 1 : 0
