import type { EventConfiguration } from '@steading/contract/rules/drafts'
import type { RuleBody } from '@steading/contract/rules/body'
import type { DeploymentStatus, RuleKind } from '@steading/contract/rules/rules'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { versionColumns } from '../../platform/database/sql/nextVersion.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { NewRule } from './newRule.ts'
import type { RuleRow } from '../rules.sql.ts'

/** Writes of rule authoring: new and changed rules, and their versions. */

export async function insertRule(work: UnitOfWork, rule: NewRule & { readonly kind: RuleKind }): Promise<string> {
  const { terminalId = null, deploy = false } = rule
  const { id } = await work.sql
    .insertInto('rules')
    .values({
      entity_id: rule.entityId,
      sector_id: rule.sectorId ?? null,
      terminal_id: terminalId,
      kind: rule.kind,
      template: rule.template,
      template_id: rule.templateId ?? null,
      display_name: rule.displayName,
      body: '{}',
      auto_close: rule.autoClose ?? true,
      show_all_interfaces: rule.showAllInterfaces ?? false,
      is_system: rule.isSystem ?? false,
      // A global rule is in service while it is enabled.
      status: terminalId === null && !deploy ? 'DISABLED' : 'ENABLED',
      created_at: work.now,
      created_by: work.actor.id,
      updated_at: work.now,
      updated_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface Content {
  readonly body: RuleBody
  readonly event: EventConfiguration | null
}

const columnsOf = ({ body, event }: Content) => ({
  body: JSON.stringify(body),
  event: event === null ? null : JSON.stringify(event),
})

/** The first version of a body. */
export const setBody = (work: UnitOfWork, id: string, content: Content) =>
  work.sql.updateTable('rules').set(columnsOf(content)).where('id', '=', id).execute()

export interface Changes {
  readonly displayName: string
  readonly entityId: string
  readonly sectorId: string | null
  readonly terminalId: string | null
  readonly autoClose: boolean
  readonly showAllInterfaces: boolean
}

/** Optimistic lock: false if the row changed since it was read. */
async function change(work: UnitOfWork, id: string, version: number, to: Updateable<DB['rules']>): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('rules')
    .set({ ...to, ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type RuleBefore = Pick<RuleRow, 'id' | 'version' | 'terminal_id'>

/** Stores the next version of the body. Optimistic lock: false if the row changed since it was read. */
export const updateRule = (work: UnitOfWork, { id, version, terminal_id }: RuleBefore, to: Changes & Content): Promise<boolean> =>
  change(work, id, version, {
    // The deployment state belongs to the previous box.
    ...(to.terminalId !== terminal_id && {
      deployment_status: 'UNDEPLOYED' satisfies DeploymentStatus,
      deployment_message: null,
      deployment_wording: null,
    }),
    ...columnsOf(to),
    display_name: to.displayName,
    entity_id: to.entityId,
    sector_id: to.sectorId,
    terminal_id: to.terminalId,
    auto_close: to.autoClose,
    show_all_interfaces: to.showAllInterfaces,
    body_version: to.body.version,
  })

/** Optimistic lock: false if the row changed since it was read. */
export const renameRule = (work: UnitOfWork, id: string, version: number, displayName: string): Promise<boolean> =>
  change(work, id, version, { display_name: displayName })

/** Soft delete: events, versions and runs of the rule stay. */
export const deleteRule = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('rules')
    .set(eb => ({
      deleted_at: work.now,
      deleted_by: work.actor.id,
      status: 'DISABLED',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where(inScope(work, 'rules.entity_id'))
    .execute()

/** Interfaces that a version reads and writes. */
export async function connectRule(
  work: UnitOfWork,
  { id, version }: Pick<RuleBody, 'id' | 'version'>,
  named: Readonly<Record<'IN' | 'OUT', readonly string[]>>,
) {
  const all = (['IN', 'OUT'] as const).flatMap(role =>
    named[role].map(one => ({ rule_id: id, body_version: version, interface_id: one, role })),
  )
  await work.sql.insertInto('rule_interfaces').values(all).execute()
}

/** Stores the present version in the rule history. */
export const insertVersion = (work: UnitOfWork, id: string, returnedTo: number | null) =>
  sql`insert into rule_versions (rule_id, body_version, display_name, body, event, auto_close, restored_version, created_at, created_by)
    select id, body_version, display_name, body, event, auto_close, ${returnedTo}, ${work.now}, ${work.actor.id}
    from rules where id = ${id}`.execute(work.sql)

/** An earlier version of a rule. */
export const versionOf = (work: UnitOfWork, id: string, version: number) =>
  work.sql
    .selectFrom('rule_versions')
    .innerJoin('rules', 'rules.id', 'rule_versions.rule_id')
    .select(['rule_versions.body', 'rule_versions.event', 'rule_versions.auto_close as autoClose'])
    .where('rule_versions.rule_id', '=', id)
    .where('rule_versions.body_version', '=', version)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirst()
