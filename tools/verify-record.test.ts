import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFingerprint, publicKeyOf, sealRecord } from '../packages/contract/src/records/chain.ts'
import { RECORD_FORMAT } from '../packages/contract/src/records/format.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const fingerprint = keyFingerprint(publicKeyOf(key))
const minute = (at: number) => `2026-07-03T01:${String(45 + at)}:00.000Z`
const file = sealRecord(
  {
    type: 'HEADER',
    format: RECORD_FORMAT,
    software: '3.5.91',
    recordVersion: 1,
    isProvisional: false,
    previousHash: null,
    requestedBy: null,
    event: {
      id: '7',
      title: 'Heat',
      severity: 'CRITICAL',
      category: 'CLIMATE',
      cause: 'UNKNOWN',
      status: 'CLOSED',
      source: 'RULE',
      description: '',
      ruleName: 'Heat',
      openedAt: minute(1),
      closedAt: minute(2),
    },
    place: { id: '3', name: 'House 3', timeZone: 'Europe/Lisbon' },
    period: { from: minute(0), minutesUntil: minute(3), until: minute(3), isCut: false },
    interfaces: [],
    interfacesLeftOut: 0,
  },
  [0, 1, 2].map(at => ({ type: 'ENTRY', n: at + 1, kind: 'MINUTE', at: minute(at), values: [], conditions: [], facts: [] })),
  { key, sealedAt: '2026-07-03T02:00:00.000Z' },
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as its own process on a file with this content. */
async function run(content: Uint8Array, ...args: readonly string[]) {
  const path = join(folder, 'record.jsonl')
  await writeFile(path, content)
  const command = [fileURLToPath(new URL('verify-record.ts', import.meta.url)), path, ...args]
  return new Promise<{ code: number; output: string }>(resolve => {
    execFile(process.execPath, command, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
    )
  })
}

test('says of a record what it is and that it holds', async () => {
  const { code, output } = await run(file, '--key', fingerprint.replaceAll(/(.{4})/g, '$1 '))
  expect(output).toContain('event     7, Heat (CRITICAL)')
  expect(output).toContain('place     House 3 (Europe/Lisbon)')
  expect(output).toContain(`key       ${fingerprint}, as expected`)
  expect(output).toContain('holds: every entry is there')
  expect(code).toBe(0)
})

test('ends with 1 at a changed byte and names the line', async () => {
  const changed = Buffer.from(file)
  changed[file.indexOf('"n":2') + 4]! ^= 1
  const { code, output } = await run(changed)
  expect(output).toContain('does not hold\nline 3: entry 3 stands where entry 2 is due')
  expect(code).toBe(1)
})

test('ends with 1 at the seal of another key', async () => {
  const { code, output } = await run(file, '--key', '0'.repeat(64))
  expect(output).toContain(`line 1: sealed with another key: ${fingerprint}`)
  expect(code).toBe(1)
})

test('ends with 2 for arguments that it does not take', async () => {
  expect((await run(file, '--key', 'abc')).code).toBe(2)
  expect((await run(file, 'another')).code).toBe(2)
})
