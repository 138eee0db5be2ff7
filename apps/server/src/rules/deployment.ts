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

/**
 * A person wants the rule in service, or out of it. What the box runs may already be it, and then nothing is pending: so a
 * pending wish is taken back.
 */
export const wish = (now: Deployment, wanted: { readonly hash: string } | null, at: Date): Deployment => {
  const asked = { ...now, ...settled, wanted: wanted !== null, wantedHash: wanted?.hash ?? null }
  if (wanted ? now.runningHash === wanted.hash : now.runningHash === null)
    return { ...asked, status: wanted ? 'DEPLOYED' : 'UNDEPLOYED' }
  return { ...asked, status: wanted ? 'PENDING_DEPLOY' : 'PENDING_UNDEPLOY', waitingSince: at }
}

/** What the box says of the rule (undefined: it does not know it). It wins over everything that was thought before. */
export const heard = (now: Deployment, report: RuleReport | undefined, at: Date): Deployment => {
  const runs = report?.st === 'on'
  const said = { ...now, runningVersion: runs ? report.ver : null, runningHash: runs ? report.hash : null }
  if (!now.wanted) {
    if (runs) return waiting(said, 'PENDING_UNDEPLOY', at)
    // A rule that was never sent has its own reason to stand where it does.
    return now.status === 'PENDING_UNDEPLOY' || now.runningHash !== null ? { ...said, ...settled, status: 'UNDEPLOYED' } : said
  }
  // It goes on with the version before.
  if (report && report.refused === now.wantedHash) return { ...said, ...settled, status: 'ERROR', message: report.err ?? '' }
  if (report?.hash !== now.wantedHash) return waiting(said, 'PENDING_DEPLOY', at)
  if (runs) return isRefused(now) ? said : { ...said, ...settled, status: 'DEPLOYED' }
  return { ...said, ...settled, status: 'ERROR', message: report?.err ?? '' }
}

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
  wording,
})
