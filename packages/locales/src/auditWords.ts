import type { AuditAction, AuditEntry, AuditObject } from '@steading/contract/audit'
import { camel } from './camel.ts'
import type { TextKey } from './text.ts'

const OBJECTS: Readonly<Record<AuditObject, TextKey>> = {
  user: 'user.one',
  entity: 'entity.generic',
  terminal: 'terminal.one',
  interface: 'interface.one',
  rule: 'rule.one',
  ruleGroup: 'rule.group',
  batch: 'batch.one',
  template: 'rule.template',
  event: 'event.one',
  escalation: 'alarm.escalation',
  drill: 'alarm.drill',
  dashboard: 'dashboard.one',
  widget: 'widget.one',
  tag: 'tag.one',
  role: 'role.one',
  audit: 'audit.title',
}

/** The keys of the trace's own words. */
export const objectKey = (object: AuditObject): TextKey => OBJECTS[object]
export const actionKey = (action: AuditAction): TextKey => `audit.action.${camel(action)}`
export const resultKey = (result: AuditEntry['result']): TextKey => `audit.result.${camel(result)}`
