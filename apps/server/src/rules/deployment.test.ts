import { describe, expect, test } from 'vitest'
import { failed, heard, refused, retired, wish } from './deployment.ts'
import type { Deployment } from './deployment.ts'

const at = new Date('2026-07-06T10:00:00Z')
const later = new Date('2026-07-06T10:01:00Z')
const [A, B, C] = ['sha256:aa', 'sha256:bb', 'sha256:cc']
const fresh: Deployment = {
  status: 'UNDEPLOYED',
  wanted: false,
  wantedHash: null,
  runningVersion: null,
  runningHash: null,
  awaitedRev: null,
  waitingSince: null,
  message: null,
  wording: null,
}
const runs = (hash: string, ver = 1) => ({ ver, hash, st: 'on' as const })
const keeps = (hash: string, not: string) => ({ ...runs(hash), refused: not, why: 'inUse', err: 'output in use by 7' })
const deployed: Deployment = { ...fresh, status: 'DEPLOYED', wanted: true, wantedHash: A, runningVersion: 1, runningHash: A }
/** As the box hears of it, with revision 7. */
const sent = (order: Deployment): Deployment => ({ ...order, awaitedRev: 7 })
const pending = sent(wish(fresh, { hash: A }, at))
const renewed = sent(wish(deployed, { hash: B }, at))
const leaving = sent(wish(deployed, null, at))
const takenBack = { ...wish(pending, null, at), awaitedRev: 8 }
const restored = { ...wish(leaving, { hash: A }, at), awaitedRev: 8 }
const answerless = failed(pending, { key: 'deploy.message.noAnswer', values: { terminal: 'Box', seconds: 120 } })
const stuck = failed(leaving, { key: 'deploy.message.noAnswer', values: { terminal: 'Box', seconds: 120 } })
const inUse = { key: 'deploy.message.outputInUse', values: { rule: 'x' } } as const
const conflict = refused(fresh, inUse)
const kept = refused(deployed, inUse)

describe('what a person wants', () => {
  test.each([
    ['deploy', fresh, { hash: A }, 'PENDING_DEPLOY', at],
    ['deploy again what is pending', pending, { hash: A }, 'PENDING_DEPLOY', at],
    ['undeploy', deployed, null, 'PENDING_UNDEPLOY', at],
    ['take a deployment back that the box may have taken', pending, null, 'PENDING_UNDEPLOY', at],
    ['take an undeployment back that the box may have taken', leaving, { hash: A }, 'PENDING_DEPLOY', at],
    ['deploy what the box reports to run', deployed, { hash: A }, 'DEPLOYED', null],
    ['undeploy what the box reports not to run', fresh, null, 'UNDEPLOYED', null],
    ['a new version', deployed, { hash: B }, 'PENDING_DEPLOY', at],
    ['take a new version back', wish(deployed, { hash: B }, at), null, 'PENDING_UNDEPLOY', at],
    ['deploy after an error', answerless, { hash: A }, 'PENDING_DEPLOY', at],
    ['undeploy after an error without an answer', answerless, null, 'PENDING_UNDEPLOY', at],
    [
      'undeploy after a refusal by the box',
      heard(pending, { ver: 1, hash: A, st: 'error', err: 'x' }, 7, at),
      null,
      'UNDEPLOYED',
      null,
    ],
    ['a better version after a refused one', kept, { hash: B }, 'PENDING_DEPLOY', at],
    ['undeploy after a refused version', kept, null, 'PENDING_UNDEPLOY', at],
    ['undeploy after an error in leaving', stuck, null, 'PENDING_UNDEPLOY', at],
  ] as const)('%s', (_, now, wanted, status, waitingSince) => {
    const to = wish(now, wanted, at)
    expect(to).toMatchObject({
      status,
      wanted: wanted !== null,
      wantedHash: wanted?.hash ?? null,
      waitingSince,
      message: null,
      wording: null,
    })
  })
})

describe('what the box says', () => {
  test.each([
    ['runs it', pending, runs(A), 'DEPLOYED', 1],
    ['runs another version', pending, runs(B, 7), 'PENDING_DEPLOY', 7],
    ['does not know it yet', pending, undefined, 'PENDING_DEPLOY', null],
    ['refuses it', pending, { ver: 1, hash: A, st: 'error', err: 'unknown interface' }, 'ERROR', null],
    ['refused another version', pending, { ver: 1, hash: B, st: 'error', err: 'x' }, 'PENDING_DEPLOY', null],
    ['refuses a new version and goes on with the one before', renewed, keeps(A, B), 'ERROR', 1],
    ['refused another new version', renewed, keeps(A, C), 'PENDING_DEPLOY', 1],
    ['runs the new version after all', heard(renewed, keeps(A, B), 7, at), runs(B, 2), 'DEPLOYED', 2],
    ['goes on refusing it', heard(renewed, keeps(A, B), 7, at), keeps(A, B), 'ERROR', 1],
    [
      'refused what nobody wants any more',
      wish(heard(renewed, keeps(A, B), 7, at), null, at),
      keeps(A, B),
      'PENDING_UNDEPLOY',
      1,
    ],
    ['runs it after all, past the error', answerless, runs(A), 'DEPLOYED', 1],
    ['does not know it, past the error', answerless, undefined, 'ERROR', null],
    ['lost it', deployed, undefined, 'PENDING_DEPLOY', null],
    ['went back to an older one', deployed, runs(B, 3), 'PENDING_DEPLOY', 3],
    ['still runs what is to go', leaving, runs(A), 'PENDING_UNDEPLOY', 1],
    ['has let go', leaving, undefined, 'UNDEPLOYED', null],
    ['has let go, past the error', stuck, undefined, 'UNDEPLOYED', null],
    ['still runs it, past the error', stuck, runs(A), 'ERROR', 1],
    ['has not taken it yet, before an order that takes it back', takenBack, undefined, 'PENDING_UNDEPLOY', null],
    ['runs it, before an order that takes it back', takenBack, runs(A), 'PENDING_UNDEPLOY', 1],
    ['runs it still, before an order that restores it', restored, runs(A), 'PENDING_DEPLOY', 1],
    ['has let go, before an order that restores it', restored, undefined, 'PENDING_DEPLOY', null],
    ['runs what nobody wants', fresh, runs(A), 'PENDING_UNDEPLOY', 1],
    ['nothing of a rule that was never sent', fresh, undefined, 'UNDEPLOYED', null],
    ['nothing of a rule in conflict', conflict, undefined, 'ERROR', null],
    ['goes on with what it ran when a new version was refused', kept, runs(A), 'ERROR', 1],
    ['goes on with it after a silence', heard(kept, undefined, 7, at), runs(A), 'ERROR', 1],
    ['runs the better version', wish(kept, { hash: B }, at), runs(B, 2), 'DEPLOYED', 2],
  ] as const)('%s', (_, now, report, status, runningVersion) => {
    expect(heard(now, report, 7, later)).toMatchObject({ status, runningVersion })
  })

  test('its refusal is told in its words, its agreement ends every message', () => {
    const refused = heard(pending, { ver: 1, hash: A, st: 'error', err: 'unknown interface 1300' }, 7, later)
    expect(refused).toMatchObject({ message: 'unknown interface 1300', waitingSince: null })
    expect(heard(refused, runs(A), 8, later)).toMatchObject({
      status: 'DEPLOYED',
      message: null,
      wording: null,
      waitingSince: null,
    })
  })

  test('a report of the order’s revision, or a later one, ends the order', () => {
    for (const rev of [8, 9]) {
      expect(heard(takenBack, undefined, rev, later)).toMatchObject({ status: 'UNDEPLOYED', awaitedRev: null })
      expect(heard(restored, runs(A), rev, later)).toMatchObject({ status: 'DEPLOYED', awaitedRev: null })
    }
  })

  test('the time for an answer runs on while the answer is another', () => {
    expect(heard(pending, runs(B), 7, later).waitingSince).toEqual(at)
    expect(heard(deployed, runs(B), 7, later).waitingSince).toEqual(later)
  })

  test('an order that the platform refuses leaves to the box what it runs, and nothing of what it does not', () => {
    expect(kept).toMatchObject({ status: 'ERROR', wanted: true, wantedHash: A, runningHash: A, wording: inUse })
    expect(refused(wish(deployed, { hash: B }, at), inUse)).toMatchObject({ wanted: true, wantedHash: A })
    for (const one of [pending, leaving]) expect(refused(one, inUse)).toMatchObject({ wanted: false, wantedHash: null })
  })

  test('of a box that will not return nothing runs', () => {
    const wording = { key: 'deploy.message.retired', values: { terminal: 'Box' } } as const
    expect(retired(deployed, wording)).toMatchObject({ status: 'UNDEPLOYED', wanted: false, runningHash: null, wording })
  })
})
