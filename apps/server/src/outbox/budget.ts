import type { Translate } from '@steading/locales/text'
import { publicUrl } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { dayOf, payerOf, spendOf } from './budget.sql.ts'
import type { Payer } from './budget.sql.ts'
import { letterOf } from './letter.ts'

/** Tells the responsibles of a place by mail, once for each key. */
export type TellThere = (
  work: Work,
  notice: { readonly key: string; readonly entityId: string; letter(t: Translate): ReturnType<typeof letterOf> },
) => Promise<unknown>

/** From this share on people are told, %. */
const NEAR = 80

/**
 * Counts a message on a channel with cost to its enterprise's day; false: the day has no room for it. What is CRITICAL has a
 * reserve besides.
 */
export async function afford(
  work: Work,
  config: Config,
  one: { readonly entityId: string; readonly critical: boolean },
  tellThere: TellThere,
): Promise<boolean> {
  const { NOTIFY_BUDGET: budget, NOTIFY_RESERVE: reserve } = config
  const payer = await payerOf(work, one.entityId)
  const spent = await dayOf(work, payer)
  const from = spent.used < budget ? 'used' : one.critical && spent.reserve < reserve ? 'reserve' : null
  if (from) await spendOf(work, payer, from)
  const used = spent.used + (from === 'used' ? 1 : 0)
  const step = used >= budget ? 'over' : used * 100 >= budget * NEAR ? 'near' : null
  if (step)
    await tellThere(work, { key: `budget|${payer.id}|${payer.day}|${step}`, entityId: payer.id, letter: letter(payer, step) })
  return from !== null

  function letter({ name }: Payer, at: 'near' | 'over') {
    return (t: Translate) => {
      const subject = t(`mail.budget.${at}`, { enterprise: name })
      const lines = [t('mail.budget.used', { used, budget }), t('mail.budget.then')]
      const link = { words: t('mail.budget.link'), href: `${publicUrl(config)}/outbox` }
      return letterOf({ subject, title: subject, lines, link, footer: t('mail.silenced.footer') }, t.language)
    }
  }
}
