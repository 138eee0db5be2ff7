import { describe, expect, test } from 'vitest'
import { withError, applyReport, withRefusal, withoutTerminal, applyRequest } from './deployment.ts'
import type { Deployment } from './deployment.ts'

const at = new Date('2026-07-06T10:00:00Z')
const later = new Date('2026-07-06T10:01:00Z')
const A = 'sha256:aa'
const B = 'sha256:bb'
const C = 'sha256:cc'
const fresh: Deployment = {
  status: 'UNDEPLOYED',
  desired: false,
  desiredHash: null,
  runningVersion: null,
  runningHash: null,
  awaitedRev: null,
  waitingSince: null,
  message: null,
  wording: null,
}
const runs = (hash: string, ver = 1) => ({ ver, hash, st: 'on' as const })
const keeps = (hash: string, not: string) => ({ ...runs(hash), refused: not, why: 'inUse', err: 'output in use by 7' })
const deployed: Deployment = { ...fresh, status: 'DEPLOYED', desired: true, desiredHash: A, runningVersion: 1, runningHash: A }
/** As the box hears of it, with revision 7. */
const sent = (order: Deployment): Deployment => ({ ...order, awaitedRev: 7 })
const pending = sent(applyRequest(fresh, { hash: A }, at))
const renewed = sent(applyRequest(deployed, { hash: B }, at))
const leaving = sent(applyRequest(deployed, null, at))
const takenBack = { ...applyRequest(pending, null, at), awaitedRev: 8 }
const restored = { ...applyRequest(leaving, { hash: A }, at), awaitedRev: 8 }
const answerless = withError(pending, { key: 'deploy.message.noAnswer', values: { terminal: 'Box', seconds: 120 } })
const stuck = withError(leaving, { key: 'deploy.message.noAnswer', values: { terminal: 'Box', seconds: 120 } })
const inUse = { key: 'deploy.message.outputInUse', values: { rule: 'x' } } as const
const conflict = withRefusal(fresh, inUse)
const afterRefusal = withRefusal(deployed, inUse)

describe('a request of a user', () => {
  test.each([
    ['deploy', fresh, { hash: A }, 'PENDING_DEPLOY', at],
    ['deploy again while it is pending', pending, { hash: A }, 'PENDING_DEPLOY', at],
    ['undeploy', deployed, null, 'PENDING_UNDEPLOY', at],
    ['cancel a deployment that the box may have executed', pending, null, 'PENDING_UNDEPLOY', at],
    ['cancel an undeployment that the box may have executed', leaving, { hash: A }, 'PENDING_DEPLOY', at],
    ['deploy what the box runs already', deployed, { hash: A }, 'DEPLOYED', null],
    ['undeploy what the box does not run', fresh, null, 'UNDEPLOYED', null],
    ['deploy a new version', deployed, { hash: B }, 'PENDING_DEPLOY', at],
    ['undeploy during the update to a new version', applyRequest(deployed, { hash: B }, at), null, 'PENDING_UNDEPLOY', at],
    ['deploy after a timeout', answerless, { hash: A }, 'PENDING_DEPLOY', at],
    ['undeploy after a timeout', answerless, null, 'PENDING_UNDEPLOY', at],
    [
      'undeploy after a refusal by the box',
      applyReport(pending, { ver: 1, hash: A, st: 'error', err: 'x' }, 7, at),
      null,
      'UNDEPLOYED',
      null,
    ],
    ['deploy another version after a refused one', afterRefusal, { hash: B }, 'PENDING_DEPLOY', at],
    ['undeploy after a refused version', afterRefusal, null, 'PENDING_UNDEPLOY', at],
    ['undeploy after a timeout of the undeployment', stuck, null, 'PENDING_UNDEPLOY', at],
  ] as const)('%s', (_, now, request, status, waitingSince) => {
    const to = applyRequest(now, request, at)
    expect(to).toMatchObject({
      status,
      desired: request !== null,
      desiredHash: request?.hash ?? null,
      waitingSince,
      message: null,
      wording: null,
    })
  })
})

describe('a report of a box', () => {
  test.each([
    ['runs it', pending, runs(A), 'DEPLOYED', 1],
    ['runs another version', pending, runs(B, 7), 'PENDING_DEPLOY', 7],
    ['does not know it yet', pending, undefined, 'PENDING_DEPLOY', null],
    ['refuses it', pending, { ver: 1, hash: A, st: 'error', err: 'unknown interface' }, 'ERROR', null],
    ['refused another version', pending, { ver: 1, hash: B, st: 'error', err: 'x' }, 'PENDING_DEPLOY', null],
    ['refuses a new version and runs the previous one', renewed, keeps(A, B), 'ERROR', 1],
    ['refused another new version', renewed, keeps(A, C), 'PENDING_DEPLOY', 1],
    ['runs the new version after all', applyReport(renewed, keeps(A, B), 7, at), runs(B, 2), 'DEPLOYED', 2],
    ['refuses it again', applyReport(renewed, keeps(A, B), 7, at), keeps(A, B), 'ERROR', 1],
    [
      'refused a version that is to be undeployed',
      applyRequest(applyReport(renewed, keeps(A, B), 7, at), null, at),
      keeps(A, B),
      'PENDING_UNDEPLOY',
      1,
    ],
    ['runs it after the timeout', answerless, runs(A), 'DEPLOYED', 1],
    ['does not know it after the timeout', answerless, undefined, 'ERROR', null],
    ['lost it', deployed, undefined, 'PENDING_DEPLOY', null],
    ['runs an older version again', deployed, runs(B, 3), 'PENDING_DEPLOY', 3],
    ['still runs it during the undeployment', leaving, runs(A), 'PENDING_UNDEPLOY', 1],
    ['does not run it any more', leaving, undefined, 'UNDEPLOYED', null],
    ['does not run it any more after the timeout', stuck, undefined, 'UNDEPLOYED', null],
    ['still runs it after the timeout', stuck, runs(A), 'ERROR', 1],
    ['does not know it before the revision that cancels it', takenBack, undefined, 'PENDING_UNDEPLOY', null],
    ['runs it before the revision that cancels it', takenBack, runs(A), 'PENDING_UNDEPLOY', 1],
    ['still runs it before the revision that restores it', restored, runs(A), 'PENDING_DEPLOY', 1],
    ['does not run it before the revision that restores it', restored, undefined, 'PENDING_DEPLOY', null],
    ['runs an undesired rule', fresh, runs(A), 'PENDING_UNDEPLOY', 1],
    ['does not know a rule that was never sent', fresh, undefined, 'UNDEPLOYED', null],
    ['does not know a rule in conflict', conflict, undefined, 'ERROR', null],
    ['runs the previous version after a refusal by the platform', afterRefusal, runs(A), 'ERROR', 1],
    ['runs it again after a report without it', applyReport(afterRefusal, undefined, 7, at), runs(A), 'ERROR', 1],
    ['runs the next version', applyRequest(afterRefusal, { hash: B }, at), runs(B, 2), 'DEPLOYED', 2],
  ] as const)('%s', (_, now, report, status, runningVersion) => {
    expect(applyReport(now, report, 7, later)).toMatchObject({ status, runningVersion })
  })

  test('shows the message of a refusal and removes it on success', () => {
    const refused = applyReport(pending, { ver: 1, hash: A, st: 'error', err: 'unknown interface 1300' }, 7, later)
    expect(refused).toMatchObject({ message: 'unknown interface 1300', waitingSince: null })
    expect(applyReport(refused, runs(A), 8, later)).toMatchObject({
      status: 'DEPLOYED',
      message: null,
      wording: null,
      waitingSince: null,
    })
  })

  test('of the revision of the request, or of a later one, answers the request', () => {
    for (const rev of [8, 9]) {
      expect(applyReport(takenBack, undefined, rev, later)).toMatchObject({ status: 'UNDEPLOYED', awaitedRev: null })
      expect(applyReport(restored, runs(A), rev, later)).toMatchObject({ status: 'DEPLOYED', awaitedRev: null })
    }
  })

  test('of another state does not restart the timeout', () => {
    expect(applyReport(pending, runs(B), 7, later).waitingSince).toEqual(at)
    expect(applyReport(deployed, runs(B), 7, later).waitingSince).toEqual(later)
  })

  test('a refused request leaves the running version desired', () => {
    expect(afterRefusal).toMatchObject({ status: 'ERROR', desired: true, desiredHash: A, runningHash: A, wording: inUse })
    expect(withRefusal(applyRequest(deployed, { hash: B }, at), inUse)).toMatchObject({ desired: true, desiredHash: A })
    for (const deployment of [pending, leaving])
      expect(withRefusal(deployment, inUse)).toMatchObject({ desired: false, desiredHash: null })
  })

  test('a retired box runs no rules', () => {
    const wording = { key: 'deploy.message.retired', values: { terminal: 'Box' } } as const
    expect(withoutTerminal(deployed, wording)).toMatchObject({ status: 'UNDEPLOYED', desired: false, runningHash: null, wording })
  })
})
