import type { Translate } from '@steading/locales/text'
import { publicUrl } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { daysOf, payersOf, setDays } from './budget.sql.ts'
import type { Payer, Spent } from './budget.sql.ts'
import { letterOf } from './letter.ts'

/** Tells the responsibles of a place by mail, once for each key. */
export type TellThere = (
  work: Work,
  notice: { readonly key: string; readonly entityId: string; letter(t: Translate): ReturnType<typeof letterOf> },
) => Promise<unknown>

/** A message on a channel with cost, about a place. */
interface Costing {
  readonly entityId: string
  readonly critical: boolean
  /** What it counts: a text message counts each of its parts. */
  readonly units: number
}

/** From this share on people are told, %. */
const NEAR = 80

/**
 * Counts messages to the days of their enterprises, in their order; false: the day has no room for it. What is CRITICAL has a
 * reserve besides. The last message of a day may go beyond it by its further parts: half a message helps nobody.
 */
export function budgets(config: Config, tellThere: TellThere) {
  const { NOTIFY_BUDGET: budget, NOTIFY_RESERVE: reserve } = config
  /** What people were told since the program began. */
  const told = new Set<string>()

  async function notice(work: Work, payer: Payer, used: number) {
    const step = used >= budget ? 'over' : used * 100 >= budget * NEAR ? 'near' : null
    const key = `budget|${payer.id}|${payer.day}|${step}`
    if (step === null || told.has(key)) return
    await tellThere(work, { key, entityId: payer.id, letter: letter(payer, step, used) })
    work.afterCommit(() => told.add(key))
  }

  const letter =
    ({ name }: Payer, at: 'near' | 'over', used: number) =>
    (t: Translate) => {
      const subject = t(`mail.budget.${at}`, { enterprise: name })
      const lines = [t('mail.budget.used', { used, budget }), t('mail.budget.parts'), t('mail.budget.then')]
      const link = { words: t('mail.budget.link'), href: `${publicUrl(config)}/outbox` }
      return letterOf({ subject, title: subject, lines, link, footer: t('mail.silenced.footer') }, t.language)
    }

  return async (work: Work, all: readonly Costing[]): Promise<boolean[]> => {
    const payers = await payersOf(
      work,
      all.map(one => one.entityId),
    )
    const byId = new Map(payers.map(one => [one.id, one]))
    const days = new Map<string, Spent>(await daysOf(work, [...byId.values()]))
    const afforded = all.map(({ critical, units }, at) => {
      const { id } = payers[at]! // safe: one of each
      const day = days.get(id)! // safe: one of each
      if (day.used < budget) days.set(id, { ...day, used: day.used + units })
      else if (critical && day.reserve < reserve) days.set(id, { ...day, reserve: day.reserve + units })
      else return false
      return true
    })
    const after = [...byId.values()].map(payer => ({ ...payer, ...days.get(payer.id)! })) // safe: one of each
    await setDays(work, after)
    for (const payer of after) await notice(work, payer, payer.used)
    return afforded
  }
}
