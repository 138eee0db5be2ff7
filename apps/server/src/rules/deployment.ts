import type { RuleReport } from '@steading/contract/box'
import type { DeploymentStatus } from '@steading/contract/rules'
import type { TextKey } from '@steading/locales/text'
import type { Wording } from '../platform/wording.ts'

/** What is wanted of a rule on a box, and what the box says. */
export interface Deployment {
  readonly status: DeploymentStatus
  readonly wanted: boolean
  readonly wantedHash: string | null
  /** null: the box does not run it. */
  readonly runningVersion: number | null
  readonly runningHash: string | null
  /** The revision with which the box hears of the last order; null once the box has answered it. */
  readonly awaitedRev: number | null
  /** Since when a connected box owes an answer. */
  readonly waitingSince: Date | null
  /** In the box's words, or in the platform's. */
  readonly message: string | null
  readonly wording: Wording | null
}

/** A box that is connected and has not answered for so long, will not. */
export const ANSWER_WITHIN = 120_000

export const isPending = (status: DeploymentStatus) => status === 'PENDING_DEPLOY' || status === 'PENDING_UNDEPLOY'

const settled = { waitingSince: null, message: null, wording: null }

/** Is what the box last reported certain? While an order is unanswered, the box may have taken it already. */
const isCertain = ({ status, awaitedRev }: Deployment) => !isPending(status) && awaitedRev === null

/**
 * A person wants the rule in service, or out of it. Nothing is pending only if the box reported just that; an unanswered order
 * is taken back by another one, which only a report ends.
 */
export const wish = (now: Deployment, wanted: { readonly hash: string } | null, at: Date): Deployment => {
  const asked = { ...now, ...settled, wanted: wanted !== null, wantedHash: wanted?.hash ?? null }
  if (isCertain(now) && now.runningHash === asked.wantedHash) return { ...asked, status: wanted ? 'DEPLOYED' : 'UNDEPLOYED' }
  return { ...asked, status: wanted ? 'PENDING_DEPLOY' : 'PENDING_UNDEPLOY', waitingSince: at }
}

/**
 * What the box says of the rule (undefined: it does not know it) at revision `rev`. It wins over everything that was thought
 * before; a report of a revision before the order's ends no order.
 */
export const heard = (now: Deployment, report: RuleReport | undefined, rev: number, at: Date): Deployment => {
  const runs = report?.st === 'on'
  const awaitedRev = now.awaitedRev !== null && rev < now.awaitedRev ? now.awaitedRev : null
  const said = { ...now, awaitedRev, runningVersion: runs ? report.ver : null, runningHash: runs ? report.hash : null }
  if (!now.wanted) {
    if (runs) return waiting(said, 'PENDING_UNDEPLOY', at)
    return awaitedRev === null && isLeaving(now) ? { ...said, ...settled, status: 'UNDEPLOYED' } : said
  }
  // It goes on with the version before.
  if (report && report.refused === now.wantedHash) return { ...said, ...settled, status: 'ERROR', message: report.err ?? '' }
  if (report?.hash !== now.wantedHash) return waiting(said, 'PENDING_DEPLOY', at)
  if (runs) return isRefused(now) || awaitedRev !== null ? said : { ...said, ...settled, status: 'DEPLOYED' }
  return { ...said, ...settled, status: 'ERROR', message: report?.err ?? '' }
}

/** The box runs it, or may; a rule that was never sent has its own reason to stand where it does. */
const isLeaving = (now: Deployment) =>
  now.status === 'PENDING_UNDEPLOY' || now.runningHash !== null || (now.awaitedRev !== null && !isRefused(now))

/** Not what is wanted: an answer is owed, unless it was given up for an error, which a report of something else does not mend. */
const waiting = (said: Deployment, status: 'PENDING_DEPLOY' | 'PENDING_UNDEPLOY', at: Date): Deployment =>
  said.status === 'ERROR'
    ? said
    : { ...said, status, waitingSince: said.status === status ? said.waitingSince : at, message: null, wording: null }

/** It came to nothing, and the platform says why. */
export const failed = (now: Deployment, wording: Wording): Deployment => ({ ...now, ...settled, status: 'ERROR', wording })

/** Why the platform refuses an order before a box hears of it. */
const REFUSALS: ReadonlySet<TextKey> = new Set(['deploy.message.outputInUse', 'deploy.message.interfaceGone'])

/** The order was refused before the box heard of it: that the box runs what it ran does not mend that. */
const isRefused = ({ status, message, wording }: Deployment) =>
  status === 'ERROR' && message === null && wording !== null && REFUSALS.has(wording.key)

/** An order that no box is told of: what runs there is still wanted, and runs on. */
export const refused = (now: Deployment, wording: Wording): Deployment => {
  const wanted = now.wanted && now.runningHash !== null
  return failed({ ...now, wanted, wantedHash: wanted ? now.runningHash : null }, wording)
}

/** Its box will not return. */
export const retired = (now: Deployment, wording: Wording): Deployment => ({
  ...now,
  ...settled,
  status: 'UNDEPLOYED',
  wanted: false,
  wantedHash: null,
  runningVersion: null,
  runningHash: null,
  awaitedRev: null,
  wording,
})
