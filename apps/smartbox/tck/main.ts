// Examines any box: acts as the platform towards it and says which of B1 to B27 of docs/protocol.md it keeps.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { parseArgs, promisify } from 'node:util'
import { CLAIM_LENGTH, claimCode, claimCodeFrom, LIMITS, printedClaimCode } from '@steading/contract/box/messages'
import type { InterfaceSpec } from '@steading/contract/box/messages'
import { createClaimServer } from '../test/claims.ts'
import { createPlatform } from '../test/platform.ts'
import { examine } from './exam.ts'
import type { Subject } from './subject.ts'
import { lines } from './verdicts.ts'

const usage = `usage: tck --sensor <address> [--output <address> --safe <number> --values <number,number>] [--restart <command>]
           [--uid <uid> --code <claim code>] [--host 127.0.0.1] [--http 8090] [--mqtt 1884]

  --sensor   a numeric sensor of the box, as its driver calls it
  --output   a numeric output that shows what it is set to; --values: two to try, --safe: another, its fail-safe value
  --restart  a command that stops the box the hard way and starts it again
  --uid, --code  of the box's label; made up when left out
  --host     where the box reaches this machine; --http and --mqtt: the ports`

const { values } = parseArgs({
  options: {
    sensor: { type: 'string' },
    output: { type: 'string' },
    safe: { type: 'string', default: '30' },
    values: { type: 'string', default: '40,60' },
    restart: { type: 'string' },
    uid: { type: 'string' },
    code: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    http: { type: 'string', default: '8090' },
    mqtt: { type: 'string', default: '1884' },
    help: { type: 'boolean', default: false },
  },
})

const spec = (ix: number, dir: InterfaceSpec['dir'], address: string): InterfaceSpec => ({
  ix,
  id: String(100 + ix),
  type: 'DECIMAL',
  dir,
  unit: '',
  min: dir === 'IN' ? null : 0,
  max: dir === 'IN' ? null : 100,
  factor: 1,
  offset: 0,
  hist: 'TIME_INTERVAL',
  every: 1,
  address,
  dec: 1,
})

/** In a sentence, when a port is another program's; undefined for an error of another kind. */
const inUse = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return undefined
  const port = 'port' in error ? String(error.port) : ''
  const option = port === values.http ? 'http' : 'mqtt'
  return `--${option} ${port}: another program uses this port; end it, or set --${option} to a free one`
}

const run = async (sensor: string): Promise<number> => {
  const uid = values.uid ?? `tck${randomBytes(8).toString('hex')}`
  const code = values.code === undefined ? claimCodeFrom(randomBytes(CLAIM_LENGTH)) : claimCode(values.code)
  const [one, other] = values.values.split(',').map(Number)
  if (code === null || one === undefined || other === undefined) throw new Error(usage)
  const password = randomBytes(32).toString('base64url')
  const { host, restart } = values
  const platform = await createPlatform(uid, { host, port: Number(values.mqtt) })
  platform.passwords.add(password)
  const mqtt = { host, port: platform.port, tls: false }
  const web = await createClaimServer(platform, { uid, code, password, mqtt, at: { host, port: Number(values.http) } })
  console.log(
    `Waiting two minutes for a box.\n  platform  ${web.address}\n  uid       ${uid}\n  code      ${printedClaimCode(code)}\n`,
  )
  const began = performance.now()
  const at = () => `${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s`
  const subject: Subject = {
    uid,
    sensor: spec(1, 'IN', sensor),
    ...(values.output !== undefined && {
      output: { spec: spec(2, 'IN_OUT', values.output), values: [one, other], safe: Number(values.safe) },
    }),
    ...(restart !== undefined && {
      restart: async () => {
        await promisify(execFile)('sh', ['-c', restart], { timeout: LIMITS.backoff.most })
      },
    }),
  }
  const { report, gone } = await examine(platform, subject, {
    waits: what => console.log(`${at()}  … ${what}`),
    reached: row => {
      for (const line of lines([row])) console.log(`        ${line}`)
    },
  })
  if (gone) console.log(`\nEnded early: ${gone}.`)
  const count = (verdict: string) => report.filter(row => row.verdict === verdict).length
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not exercised')} not exercised`)
  return count('failed') === 0 && gone === null ? 0 : 1
}

if (values.help || values.sensor === undefined) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const code = await run(values.sensor).catch((error: unknown) => {
    console.error(inUse(error) ?? error)
    return 2
  })
  process.exit(code)
}
