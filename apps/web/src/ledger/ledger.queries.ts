import { type RuleRun, type RuleVersion, ledger, runPages, versionPages } from '@steading/contract/rules/ledger'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'

export const calls = api(ledger)

export const versionSchema = versionPages.query
type VersionQuery = z.output<typeof versionSchema>
/** A version with the one before it, as far as it stands on the page. */
export interface Version extends RuleVersion {
  readonly id: string
  readonly before: RuleVersion | undefined
}

export async function searchVersions({ id, ...query }: VersionQuery & { readonly id: string }, signal: AbortSignal) {
  const page = await data(calls.search({ params: { id }, query }, { signal }))
  const versions = page.content.map((one): Version => ({
    ...one,
    id: String(one.ruleVersion),
    before: page.content.find(other => other.ruleVersion === one.ruleVersion - 1),
  }))
  return { ...page, content: versions }
}

export const runSchema = runPages.query
type RunQuery = z.output<typeof runSchema>
export type Run = RuleRun & { readonly id: string }

export async function searchRuns(query: RunQuery & { readonly terminalId: string }, signal: AbortSignal) {
  const page = await data(calls.runs({ query }, { signal }))
  return { ...page, content: page.content.map((one): Run => ({ ...one, id: `${one.rule.id} ${one.fromUtc}` })) }
}
