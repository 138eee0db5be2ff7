import type { AuditAction, AuditEntry, AuditObject } from '@steading/contract/users/audit'
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
  alarmPlan: 'protection.plan',
  protectionTest: 'protection.tests.one',
  generatorRun: 'protection.path.generator',
  dashboard: 'dashboard.one',
  widget: 'widget.one',
  tag: 'tag.one',
  role: 'role.one',
  genetics: 'genetics.one',
  feedType: 'feed.type',
  feedFactory: 'feed.factory',
  deathReason: 'deathReason.one',
  productionCurve: 'curve.one',
  tariff: 'tariff.one',
  animalMovement: 'movement.animal',
  feedMovement: 'feed.movement.one',
  weighing: 'weighing.one',
  task: 'task.one',
  taskTemplate: 'task.template',
  apiAccess: 'api.user',
  subscription: 'api.subscription',
  audit: 'audit.title',
  report: 'report.one',
}

/** The keys of the trace's own words. */
export const objectKey = (object: AuditObject): TextKey => OBJECTS[object]
export const actionKey = (action: AuditAction): TextKey => `audit.action.${camel(action)}`
export const resultKey = (result: AuditEntry['result']): TextKey => `audit.result.${camel(result)}`
