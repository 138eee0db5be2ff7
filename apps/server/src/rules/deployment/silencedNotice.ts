import { silencedRuleTemplate } from '../../outbox/index.ts'
import type { Notifier } from '../../outbox/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { RuleRow } from '../rules.sql.ts'

/** Notifies the other responsibles of an undeployed alarm rule, so that nobody silences an alarm unnoticed. */
export const notifySilenced = (notifier: Pick<Notifier, 'notify'>, work: UnitOfWork, row: RuleRow) =>
  notifier.notify(work, {
    recipients: { kind: 'RESPONSIBLES', entityId: row.sector_id ?? row.entity_id, except: work.actor.id },
    template: silencedRuleTemplate,
    values: {
      ruleId: row.id,
      rule: row.display_name,
      place: (row.sector ?? row.rootEntity).displayName,
      person: work.actor.name,
    },
    urgency: 'NORMAL',
    dedupeKey: `silenced|${row.id}|${work.now.getTime()}`,
    subject: { type: 'RULE', ruleId: row.id },
  })
