import { ClaimAnswer, claimCodeFrom, printedClaimCode } from '@steading/contract/box/messages'
import { createPublicKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClaimedBox, aTerminal, claimRequest, line, postClaim, session } from '../../../test/box.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { inTime } from '../../../test/wire.ts'

const HOUR = 3_600_000
let now = Date.now()
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
})
afterAll(() => farm.close())

const claim = async (uid: string, code: string) => (await postClaim(farm, claimRequest(uid, code))).status
const status = async (id: string) => {
  const api = await farm.as('Paul')
  const answer = await api.terminals.details({ params: { id } })
  return 'data' in answer ? answer.data.provisionStatus : answer.refused
}

test('a box claims its terminal, logs in and is provisioned', async () => {
  const terminal = await aTerminal(farm)
  const answer = await postClaim(farm, claimRequest(terminal.uid, terminal.code))
  expect(answer.status).toBe(200)
  const body = ClaimAnswer.parse(await answer.json())
  expect(body).toMatchObject({ v: 1, uid: terminal.uid, mqtt: { ...farm.app.services.devices.brokerAddress(), tls: false } })
  const der = createPublicKey(farm.world.secrets.rulesPublic).export({ type: 'spki', format: 'der' })
  expect(Buffer.from(body.signKey, 'base64')).toEqual(der.subarray(-32))
  expect(await status(terminal.id)).toBe('NOT_PROVISIONED')
  const made = await line(farm, { uid: terminal.uid, password: body.password })
  expect(made.returnCode).toBe(0)
  expect(await status(terminal.id)).toBe('PROVISIONED')
  made.end()
})

test('a claim code works once, even if the reply is lost', async () => {
  const { uid, code } = await aTerminal(farm)
  expect(await claim(uid, code)).toBe(200)
  expect(await claim(uid, code)).toBe(403)
  const api = await farm.as('Paul')
  const box = await aClaimedBox(farm)
  const made = await line(farm, box)
  expect(await claim(box.uid, box.code)).toBe(403)
  const again = await api.terminals.claimCode({ params: { id: box.id } })
  expect('data' in again && (await claim(box.uid, again.data.claimCode))).toBe(200)
  // The old password goes on until the new one was used.
  made.end()
  expect((await line(farm, box)).returnCode).toBe(0)
})

test('answers one of fifty concurrent claims', async () => {
  const { uid, code } = await aTerminal(farm)
  const answers = await Promise.all(Array.from({ length: 50 }, () => claim(uid, code)))
  expect(answers.filter(answer => answer === 200)).toHaveLength(1)
  expect(answers.filter(answer => answer === 403)).toHaveLength(49)
})

test('five wrong proofs end a claim', async () => {
  const { uid, code } = await aTerminal(farm)
  const other = printedClaimCode(claimCodeFrom(randomBytes(26)))
  for (let k = 0; k < 4; k++) expect(await claim(uid, other)).toBe(403)
  const second = await aTerminal(farm)
  for (let k = 0; k < 5; k++) expect(await claim(second.uid, other)).toBe(403)
  expect(await claim(second.uid, second.code)).toBe(403)
  expect(await claim(uid, code)).toBe(200)
})

test('a claim ends after 24 hours', async () => {
  const { uid, code } = await aTerminal(farm)
  const late = await aTerminal(farm)
  now += 24 * HOUR - 1000
  expect(await claim(uid, code)).toBe(200)
  now += 1001
  expect(await claim(late.uid, late.code)).toBe(403)
})

test('a refusal does not reveal its reason', async () => {
  const { uid, code } = await aTerminal(farm)
  const { id: retired, ...gone } = await aTerminal(farm)
  const api = await farm.as('Paul')
  await api.terminals.retire({ params: { id: retired }, body: { version: 1 } })
  const bodies = await Promise.all(
    [claimRequest('unknown000000000', code), claimRequest(uid, 'x'.repeat(26)), claimRequest(gone.uid, gone.code)].map(
      async request => {
        const answer = await postClaim(farm, request)
        const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
        return { status: answer.status, ...body }
      },
    ),
  )
  expect(bodies[0]).toMatchObject({ status: 403, code: 'CLAIM_REFUSED' })
  expect(bodies[1]).toEqual(bodies[0])
  expect(bodies[2]).toEqual(bodies[0])
  expect((await postClaim(farm, { uid })).status).toBe(400)
  expect((await postClaim(farm, 'x'.repeat(5000))).status).toBe(413)
})

test('accepts label codes in any spelling', async () => {
  const code = claimCodeFrom(randomBytes(26))
  const typed = printedClaimCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  const { uid } = await aTerminal(farm, 'Paul', { uid: 'label0000000000', claimCode: typed })
  expect(await claim(uid, code)).toBe(200)
})

test('a rotated password replaces the old one at its first use', async () => {
  const box = await aClaimedBox(farm)
  const api = await farm.as('Paul')
  expect(await api.terminals.rotate({ params: { id: box.id } })).toMatchObject({ refused: 'TERMINAL_NOT_PROVISIONED' })
  const old = await session(farm, box)
  expect(await api.terminals.rotate({ params: { id: box.id } })).toEqual({ data: {} })
  const credentials = await old.hear('dn/cred')
  expect(credentials?.password).toMatch(/^[\w-]{43}$/)
  old.end()
  const back = await line(farm, box)
  expect(back.returnCode).toBe(0)
  back.end()
  expect((await line(farm, { ...box, password: credentials!.password })).returnCode).toBe(0)
  expect((await line(farm, box)).returnCode).toBe(4)
  expect((await line(farm, { ...box, password: credentials!.password })).returnCode).toBe(0)
})

test('disconnects a revoked box and refuses its login', async () => {
  const box = await aClaimedBox(farm)
  const made = await session(farm, box)
  const api = await farm.as('Paul')
  await api.terminals.revoke({ params: { id: box.id } })
  await made.cutOff()
  expect((await line(farm, box)).returnCode).toBe(4)
  expect(await status(box.id)).toBe('NOT_PROVISIONED')
  expect(farm.app.services.devices.connected(box.id)).toBe(false)
})

test('disconnects a revoked box within a second', { tags: ['timed'] }, async () => {
  const box = await aClaimedBox(farm)
  const made = await session(farm, box)
  const api = await farm.as('Paul')
  await api.terminals.revoke({ params: { id: box.id } })
  await expect(inTime(made.closed, 1000)).resolves.toBeUndefined()
})

test('a password revoked during its check is refused', async () => {
  const devices = farm.app.services.devices
  for (const wait of [0, 1, 3, 6]) {
    const box = await aClaimedBox(farm)
    const terminal = { id: box.id, uid: box.uid, displayName: 'Box', entityId: farm.at.Paul! }
    const entering = Array.from({ length: 5 }, () => line(farm, box))
    await new Promise(go => setTimeout(go, wait))
    await farm.world.db.work(farm.system, work => devices.revokeCredentials(work, terminal))
    const lines = await Promise.all(entering)
    await inTime(Promise.all(lines.map(one => one.closed)))
    expect(await status(box.id)).toBe('NOT_PROVISIONED')
  }
})
