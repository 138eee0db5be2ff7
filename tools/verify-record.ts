// npm run verify-record: checks the file of an alarm record on its own, without server or database. Exit code 1: it does not hold.
import { readFile } from 'node:fs/promises'
import { verifyRecord } from '../packages/contract/src/records/chain.ts'
import { asked, refuse } from './process/command.ts'

const usage = 'usage: npm run verify-record -- FILE [--key FINGERPRINT]   (64 hexadecimal digits; spaces and colons do not count)'
const { values, positionals } = asked(usage, { allowPositionals: true, options: { key: { type: 'string' } } })
const [path] = positionals
if (path === undefined || positionals.length > 1) refuse(usage)
const fingerprint = values.key?.replaceAll(/[\s:]/g, '').toLowerCase()
if (fingerprint !== undefined && !/^[0-9a-f]{64}$/.test(fingerprint)) refuse(`--key ${values.key}: 64 hexadecimal digits`)
const file = await readFile(path).catch((error: unknown) =>
  refuse(`${path}: ${error instanceof Error ? error.message : String(error)}`),
)

const result = verifyRecord(file, fingerprint === undefined ? {} : { fingerprint })
if (!result.holds) {
  console.log(`${path}: does not hold\nline ${result.line}: ${result.reason}`)
  process.exit(1)
}
const { header, seal, fileHash, fingerprint: key } = result
const { event, place, period } = header
console.log(
  [
    `event     ${event.id}, ${event.title} (${event.severity}), opened ${event.openedAt}, ${event.closedAt === null ? 'open' : `closed ${event.closedAt}`}`,
    `place     ${place.name} (${place.timeZone})`,
    `record    version ${header.recordVersion}${header.isProvisional ? ', provisional: the event was open' : ''}, sealed ${seal.sealedAt} by Steading ${header.software}`,
    `before    ${header.previousHash ?? 'no earlier version'}`,
    `period    ${period.from} to ${period.until}, ${seal.entries} entries${period.isCut ? '; the alarm lasted longer' : ''}`,
    `SHA-256   ${fileHash}`,
    `key       ${key}${fingerprint === undefined ? ' (compare it with the one on the page of the event, or pass --key)' : ', as expected'}`,
    'holds: every entry is there, in its order, as it was sealed',
  ].join('\n'),
)
