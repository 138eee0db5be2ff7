import type { PageQuery } from '@steading/contract/http/paging'
import type { RuleKind } from '@steading/contract/rules/rules'
import { sql } from 'kysely'
import { personReference } from '../platform/database/sql/personReference.ts'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'

const runs = (work: UnitOfWork, kinds: readonly RuleKind[]) =>
  work.sql
    .selectFrom('rule_runs')
    .innerJoin('rules', 'rules.id', 'rule_runs.rule_id')
    .leftJoin('terminals', 'terminals.id', 'rule_runs.terminal_id')
    .select([
      'rule_runs.rule_id as ruleId',
      'rules.display_name as ruleName',
      'rule_runs.body_version as ruleVersion',
      'rule_runs.terminal_id as terminalId',
      'terminals.display_name as terminalName',
      'rule_runs.started_at as from',
      'rule_runs.ended_at as until',
    ])
    .where(inScope(work, 'rules.entity_id'))
    .where('rules.kind', '=', sql<RuleKind>`any(${[...kinds]}::text[])`)
export type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number]

export interface RunFilter {
  readonly kinds: readonly RuleKind[]
  readonly ruleId?: string | undefined
  readonly terminalId?: string | undefined
}

export function searchRuns(work: UnitOfWork, asked: PageQuery, { kinds, ruleId, terminalId }: RunFilter) {
  let query = runs(work, kinds)
  if (ruleId) query = query.where('rule_runs.rule_id', '=', ruleId)
  if (terminalId) query = query.where('rule_runs.terminal_id', '=', terminalId)
  return fetchPage(work, query, asked, { fromUtc: 'rule_runs.started_at' }, 'rule_runs.id', row => row)
}

/** The last run of each version of a rule. */
export const lastRuns = (work: UnitOfWork, ruleId: string, kinds: readonly RuleKind[]) =>
  runs(work, kinds)
    .where('rule_runs.rule_id', '=', ruleId)
    .distinctOn('rule_runs.body_version')
    .orderBy('rule_runs.body_version')
    .orderBy('rule_runs.started_at', 'desc')
    .execute()

export function searchVersions(work: UnitOfWork, asked: PageQuery, ruleId: string) {
  const query = work.sql
    .selectFrom('rule_versions')
    .innerJoin('rules', 'rules.id', 'rule_versions.rule_id')
    .select([
      'rule_versions.body_version as ruleVersion',
      'rule_versions.display_name as displayName',
      'rule_versions.body',
      'rule_versions.event',
      'rule_versions.auto_close as autoClose',
      'rule_versions.restored_version as returnedTo',
      'rule_versions.created_at as savedAt',
      personReference('rule_versions.created_by').as('savedBy'),
    ])
    .where('rule_versions.rule_id', '=', ruleId)
    .where(inScope(work, 'rules.entity_id'))
  return fetchPage(work, query, asked, { ruleVersion: 'rule_versions.body_version' }, 'rule_versions.rule_id', row => row)
}
