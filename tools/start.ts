// npm start: the whole demo on this machine. Database, broker, server, screens, and simulated smart boxes that speak the
// real protocol. Ctrl-C stops everything; after a kill the next start recovers by itself.
import { noArguments } from './command.ts'
import { checked } from './database.ts'
import { isEnding, start, stopAll, stopOnSignals, untilOneEnds } from './children.ts'
import { buildWeb } from './web.ts'

interface Prepared {
  readonly boxes: readonly string[]
  readonly people: readonly { readonly email: string; readonly role: string }[]
  readonly password: string
}

noArguments('usage: npm start   (settings come from the environment, README.md names them)')
const env = { DEMO: 'on', ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }
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
  const boxes = start('simulated smart boxes', 'apps/smartbox/src/app/main.ts', demo.boxes, { env })
  greet(address, demo)
  process.exitCode = await untilOneEnds(server, boxes)
  await sweep()
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error)
  await stopAll()
  await sweep()
  process.exitCode = 1
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
  const { how } = await program.done
  if (!ready) throw new Error(`The demo could not be prepared: ${how}.`)
  return ready
}

async function serve() {
  const server = start('server', 'apps/server/src/app/main.ts', [], {
    env,
    onMessage: message => {
      if (typeof message.ready === 'string') heard(message.ready)
    },
  })
  let heard: (address: string) => void = () => undefined
  const address = await Promise.race([
    new Promise<string>(resolve => (heard = resolve)),
    server.done.then(({ how }) => {
      throw new Error(`The server did not start: ${how}.`)
    }),
  ])
  return { address, server }
}

function greet(address: string, { people, password }: Prepared) {
  tell('Ready')
  const width = Math.max(...people.map(({ email }) => email.length))
  console.log(`\n  Steading   ${address}\n\n  Demo people, password ${password}`)
  for (const { email, role } of people) console.log(`    ${email.padEnd(width)}   ${role}`)
  console.log('\n  Ctrl-C stops everything.\n')
}
