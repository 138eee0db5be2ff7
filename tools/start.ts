// npm start: the whole demo on this machine. Database, broker, server, screens, and simulated smart boxes that speak the
// real protocol. Ctrl-C stops everything; after a kill the next start recovers by itself.
import { resolve } from 'node:path'
import { noArguments } from './process/command.ts'
import { checked } from './process/database.ts'
import { isEnding, keepRunning, saidWhy, start, stopAll, stopOnSignals } from './process/children.ts'
import type { End } from './process/children.ts'
import { withPorts } from './process/ports.ts'
import { inWords } from './checks/words.ts'
import { buildWeb } from './web/web.ts'

interface Prepared {
  readonly boxes: readonly string[]
  readonly people: readonly { readonly email: string; readonly role: string }[]
  readonly password: string
}

noArguments('usage: npm start   (settings come from the environment, README.md names them)')
const env = await withPorts({
  DEMO: 'on',
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  ...process.env,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
})
// Whoever sets a level wants the log itself; else what people should know of it is said in words.
const onLine = process.env.LOG_LEVEL ? undefined : (line: string) => inWords(line).forEach(words => console.error(words))
const began = Date.now()
const tell = (progress: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${progress}`)

const { config, sweep } = await checked(env)
// Asked for no demo: the plain server.
if (!config.DEMO) {
  await import('./serve.ts')
  process.exit()
}
stopOnSignals(sweep)
try {
  buildWeb(tell)
  const demo = await prepare()
  const { address, server } = await serve()
  tell(`Starting ${demo.boxes.length} simulated smart boxes`)
  const boxes = () => start('simulated smart boxes', 'apps/smartbox/src/app/main.ts', demo.boxes, { env, onLine })
  greet(address, demo)
  process.exitCode = await keepRunning({ child: server, again: () => startServer() }, { child: boxes(), again: boxes })
  await sweep()
} catch (error) {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : 1
  if (!isEnding() && !saidWhy(code)) console.error(error instanceof Error ? error.message : error)
  await stopAll()
  await sweep()
  process.exitCode = code
}

/** The demo's farm, people and past, made at the first start: the past comes from the barn model and goes straight in. */
async function prepare(): Promise<Prepared> {
  let ready: Prepared | undefined
  const program = start('demo', 'apps/server/src/app/demo.ts', [], {
    env,
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    onMessage: message => {
      if (typeof message.progress === 'string') tell(message.progress)
      if (message.history) history(message.history as { plan: string; days: number; until: string; state: string })
      if (message.ready) ready = message.ready as Prepared // safe: demo.ts sends it so
    },
  })
  const history = ({ plan, days, until, state }: { plan: string; days: number; until: string; state: string }) => {
    const made = start(
      'history',
      'apps/smartbox/src/app/history.ts',
      ['--days', String(days), '--until', until, '--plan', plan, '--state', state],
      {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    )
    made.process.stdout!.pipe(program.process.stdin!, { end: false })
    // Who reads it may be gone; that is told where the reader is waited for.
    program.process.stdin!.on('error', () => made.process.kill())
    void made.done.then(({ code, how }) => {
      if (isEnding() || program.process.exitCode !== null) return
      if (code === 0) return program.process.stdin!.end()
      // A past that breaks off is none: the next start makes it anew.
      console.error(`The making of the past ended: ${how}.`)
      program.process.kill()
    })
  }
  const end = await program.done
  if (!ready) throw ended('The demo could not be prepared', end)
  return ready
}

/** @param onReady is told the address, each time that the server is up */
function startServer(onReady: (address: string) => void = () => undefined) {
  return start('server', 'apps/server/src/app/main.ts', [], {
    env,
    onLine,
    onMessage: message => {
      if (typeof message.ready === 'string') onReady(message.ready)
    },
  })
}

async function serve() {
  let onReady: (address: string) => void = () => undefined
  const up = new Promise<string>(resolve => (onReady = resolve))
  const server = startServer(onReady)
  const address = await Promise.race([
    up,
    server.done.then(end => {
      throw ended('The server did not start', end)
    }),
  ])
  return { address, server }
}

function ended(what: string, { how, code }: End) {
  return Object.assign(new Error(`${what}: ${how}.`), { code: code || 1 })
}

function greet(address: string, { people, password }: Prepared) {
  tell('Ready')
  const width = Math.max(...people.map(({ email }) => email.length))
  console.log(`\n  Steading   ${address}\n\n  Demo people, password ${password}`)
  for (const { email, role } of people) console.log(`    ${email.padEnd(width)}   ${role}`)
  console.log('\n  Ctrl-C stops everything.\n')
}
