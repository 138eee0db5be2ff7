// Types, lint, format, import rules and small house rules: two minutes on two cores, no database. `npm run check`.
import { spawn } from 'node:child_process'
import { noArguments } from './process/command.ts'
import { houseProblems } from './checks/house.ts'

noArguments('usage: npm run check')

const bin = (name: string) => `node_modules/.bin/${name}`
const checks: readonly [name: string, command: string, args: readonly string[]][] = [
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the screens', bin('tsc'), ['-p', 'apps/web']],
  ['types around the browser', bin('tsc'), ['-p', 'e2e']],
  ['lint', bin('oxlint'), ['--type-aware', '--quiet', 'packages', 'apps', 'e2e', 'chaos', 'bench', 'sim', 'tools']],
  ['format', bin('oxfmt'), ['--check']],
]

const run = (command: string, args: readonly string[]) =>
  new Promise<{ code: number; output: string }>(done => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', error => done({ code: 1, output: error.message }))
    child.on('exit', code => done({ code: code ?? 1, output }))
  })

let failed = 0
const tell = (name: string, problems: string) => {
  if (problems) failed++
  console.log(problems ? `✗ ${name}\n${problems.trimEnd()}` : `✓ ${name}`)
}
await Promise.all([
  ...checks.map(async ([name, command, args]) => {
    const { code, output } = await run(command, args)
    tell(name, code === 0 ? '' : output || `exit ${code}`)
  }),
  houseProblems().then(rules => {
    for (const { name, problems } of rules) tell(name, problems.join('\n'))
  }),
])
process.exitCode = failed > 0 ? 1 : 0
