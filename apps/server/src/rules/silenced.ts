import { letterOf } from '../outbox/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { publicUrl } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { RuleRow } from './rules.sql.ts'

/** No alarm goes quiet by one person alone: another who is responsible there hears of it. */
export const tellSilenced = ({ config }: Pick<World, 'config'>, post: Pick<Outbox, 'others'>, work: Work, row: RuleRow) => {
  const told = {
    rule: row.display_name,
    place: (row.sector ?? row.rootEntity).displayName,
    person: work.actor.name,
  }
  return post.others(work, {
    key: `silenced|${row.id}|${work.now.getTime()}`,
    entityId: row.sector_id ?? row.entity_id,
    by: work.actor.id,
    letter: t =>
      letterOf(
        {
          subject: t('mail.silenced.subject', told),
          title: t('mail.silenced.title'),
          lines: [t('mail.silenced.who', told), t('mail.silenced.risk')],
          link: { words: t('mail.silenced.link'), href: `${publicUrl(config)}/rules/alarms/${row.id}/details` },
          footer: t('mail.silenced.footer'),
        },
        t.language,
      ),
  })
}
