import type { AuditAction, AuditEntry, AuditObject } from '@steading/contract/audit'
import { camel } from './camel.ts'
import type { TextKey, Translate } from './text.ts'

const OBJECTS: Readonly<Record<AuditObject, TextKey>> = {
  user: 'user.one',
  entity: 'entity.generic',
  terminal: 'terminal.one',
  interface: 'interface.one',
  rule: 'rule.one',
  template: 'rule.template',
  event: 'event.one',
  dashboard: 'dashboard.one',
  widget: 'widget.one',
  tag: 'tag.one',
  role: 'role.one',
  audit: 'audit.title',
}

/** The words of an audit entry, on the screen and in its file. */
export function actorWord({ actorKind, actorName }: Pick<AuditEntry, 'actorKind' | 'actorName'>, t: Translate): string {
  if (actorKind === 'system') return t('ui.system')
  return actorKind === 'anyone' ? t('audit.nobody') : actorName
}
export const objectWord = (object: AuditObject, t: Translate) => t(OBJECTS[object])
export const actionWord = (action: AuditAction, t: Translate) => t(`audit.action.${camel(action)}`)
export const resultWord = (result: AuditEntry['result'], t: Translate) => t(`audit.result.${camel(result)}`)
