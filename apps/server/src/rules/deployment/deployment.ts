import type { RuleReport } from '@steading/contract/box/messages'
import type { DeploymentStatus } from '@steading/contract/rules/rules'
import type { TextKey } from '@steading/locales/text'
import type { Wording } from '../../platform/text/wording.ts'

/** Desired state of a rule on a box, and the state that the box reports. */
export interface Deployment {
  readonly status: DeploymentStatus
  readonly desired: boolean
  readonly desiredHash: string | null
  /** null: the box does not run it. */
  readonly runningVersion: number | null
  readonly runningHash: string | null
  /** Revision of the configuration that contains the last request; null: the box has answered it. */
  readonly awaitedRev: number | null
  /** Since when the answer of a connected box is due. */
  readonly waitingSince: Date | null
  /** A message of the box; `wording`: one of the platform. */
  readonly message: string | null
  readonly wording: Wording | null
}

/** Timeout for the answer of a connected box. */
export const ANSWER_TIMEOUT_MS = 120_000

export const isPending = (status: DeploymentStatus) => status === 'PENDING_DEPLOY' || status === 'PENDING_UNDEPLOY'

const noPending = { waitingSince: null, message: null, wording: null }

/** Is the last report of the box certain? While a request is unanswered, the box may have executed it already. */
const isCertain = ({ status, awaitedRev }: Deployment) => !isPending(status) && awaitedRev === null

/**
 * A user requests deployment (`wanted`) or undeployment (null). Nothing is pending only if the box certainly reported that state;
 * an unanswered request is superseded by another one, which ends with a report.
 */
export const applyRequest = (now: Deployment, request: { readonly hash: string } | null, at: Date): Deployment => {
  const requested = { ...now, ...noPending, desired: request !== null, desiredHash: request?.hash ?? null }
  if (isCertain(now) && now.runningHash === requested.desiredHash)
    return { ...requested, status: request ? 'DEPLOYED' : 'UNDEPLOYED' }
  return { ...requested, status: request ? 'PENDING_DEPLOY' : 'PENDING_UNDEPLOY', waitingSince: at }
}

/**
 * Applies the report of a box about the rule at revision `rev`; undefined: the box does not know the rule. The report overrides
 * the state that was assumed. A report of an earlier revision than the request's does not answer the request.
 */
export const applyReport = (now: Deployment, report: RuleReport | undefined, rev: number, at: Date): Deployment => {
  const runs = report?.st === 'on'
  const awaitedRev = now.awaitedRev !== null && rev < now.awaitedRev ? now.awaitedRev : null
  const reported = { ...now, awaitedRev, runningVersion: runs ? report.ver : null, runningHash: runs ? report.hash : null }
  if (!now.desired) {
    if (runs) return withPending(reported, 'PENDING_UNDEPLOY', at)
    return awaitedRev === null && isStopping(now) ? { ...reported, ...noPending, status: 'UNDEPLOYED' } : reported
  }
  // The box goes on with the previous version.
  if (report && report.refused === now.desiredHash)
    return { ...reported, ...noPending, status: 'ERROR', message: report.err ?? '' }
  if (report?.hash !== now.desiredHash) return withPending(reported, 'PENDING_DEPLOY', at)
  if (runs) return isRefused(now) || awaitedRev !== null ? reported : { ...reported, ...noPending, status: 'DEPLOYED' }
  return { ...reported, ...noPending, status: 'ERROR', message: report?.err ?? '' }
}

/** Does the box run it, or may it? A rule that was never sent has its own reason for its status. */
const isStopping = (now: Deployment) =>
  now.status === 'PENDING_UNDEPLOY' || now.runningHash !== null || (now.awaitedRev !== null && !isRefused(now))

/**
 * The report differs from the desired state: an answer is due, unless the request ended with an error, which only a matching
 * report corrects.
 */
const withPending = (current: Deployment, status: 'PENDING_DEPLOY' | 'PENDING_UNDEPLOY', at: Date): Deployment =>
  current.status === 'ERROR'
    ? current
    : { ...current, status, waitingSince: current.status === status ? current.waitingSince : at, message: null, wording: null }

/** The request failed; the platform gives the reason. */
export const withError = (now: Deployment, wording: Wording): Deployment => ({ ...now, ...noPending, status: 'ERROR', wording })

/** Reasons for which the platform refuses a request before it sends it. */
const REFUSALS: ReadonlySet<TextKey> = new Set(['deploy.message.outputInUse', 'deploy.message.interfaceGone'])

/** The platform refused the request before it was sent: a report of the previous version does not correct that. */
const isRefused = ({ status, message, wording }: Deployment) =>
  status === 'ERROR' && message === null && wording !== null && REFUSALS.has(wording.key)

/** A request that is not sent: the running version stays desired, and runs on. */
export const withRefusal = (now: Deployment, wording: Wording): Deployment => {
  const isDesired = now.desired && now.runningHash !== null
  return withError({ ...now, desired: isDesired, desiredHash: isDesired ? now.runningHash : null }, wording)
}

/** The box of the rule was retired. */
export const withoutTerminal = (now: Deployment, wording: Wording): Deployment => ({
  ...now,
  ...noPending,
  status: 'UNDEPLOYED',
  desired: false,
  desiredHash: null,
  runningVersion: null,
  runningHash: null,
  awaitedRev: null,
  wording,
})
