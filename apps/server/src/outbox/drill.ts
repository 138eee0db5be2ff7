import type { Channel } from '@steading/contract/outbox'
import type { Translate } from '@steading/locales/text'
import { translatorFor } from '@steading/locales/text'
import { drillUrl } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { addressOn, recipientFields } from './audience.ts'
import type { Hearer } from './audience.ts'
import { mayTell } from './countries.ts'
import { inChargeOf } from './inCharge.ts'
import { letterOf } from './letter.ts'
import { insertNotification, insertSent } from './outbox.sql.ts'
import { speakable, voiced, withLink } from './short.ts'
import { openChannels } from './ways.ts'
import type { Ways } from './ways.ts'

/** A drill that people are to hear of. */
export interface DrillNews {
  readonly drillId: string
  readonly entityId: string
  /** The farm and the house, as people call them. */
  readonly place: string
}

/** Somebody who is told, and where on which channel. */
export interface DrillHearer {
  readonly channel: Channel
  readonly to: Hearer
}

/** What a channel says of a drill; its link leads to the record until it leaves with the one to confirm by. */
function wordsOn(channel: Channel, { place }: DrillNews, link: string, t: Translate, replies = false) {
  const subject = t('drill.mail.subject', { place })
  if (channel === 'MAIL') {
    const lines = [t('drill.mail.what', { place }), t('drill.mail.do')]
    return letterOf(
      { subject, title: subject, lines, link: { words: t('drill.mail.link'), href: link }, footer: t('drill.mail.footer') },
      t.language,
    )
  }
  if (channel === 'VOICE') return { subject, text: speakable(t('voice.drill', { place }), voiced(t)), html: '' }
  return { subject, text: withLink(t(replies ? 'sms.drill' : 'sms.drillLink', { place }), link), html: '' }
}

/** Tells people of drills: at once, quiet hours or not, each by itself, on every way that is open. */
export function drillTeller({ config, texts }: Pick<World, 'config' | 'texts'>, ways: Ways) {
  /** The people in charge of a place, on every open channel that they hear alarms on; without any it is kept as a mail. */
  async function hearers(work: Work, entityId: string): Promise<DrillHearer[]> {
    const open = openChannels(ways)
    const channels: readonly Channel[] = open.length > 0 ? open : ['MAIL']
    const found = new Map<string, DrillHearer>()
    for (const one of await inChargeOf(work, { entityId })) {
      const wished = channels.filter(channel => one.notifications?.channels[channel] ?? true)
      // Of what is CRITICAL everybody hears, whatever they wished.
      for (const channel of wished.length > 0 ? wished : channels) {
        const address = addressOn(channel, one)
        const key = `${channel}|${address?.toLowerCase() ?? ''}`
        if (address !== null && !found.has(key)) found.set(key, { channel, to: { ...one, address } })
      }
    }
    return [...found.values()]
  }

  async function tell(work: Work, news: DrillNews): Promise<{ readonly id: string; readonly userId: string | null }[]> {
    const told: { id: string; userId: string | null }[] = []
    for (const { channel, to } of await hearers(work, news.entityId)) {
      const t = translatorFor(texts, to)
      const id = await insertNotification(work, {
        // A text message alone can be answered by a reply, where the provider brings them.
        ...wordsOn(channel, news, drillUrl(config, news.drillId), t, config.SMS_REPLIES && channel === 'SMS'),
        ...{ key: `drill:${news.drillId}|${channel}|${to.address.toLowerCase()}`, drillId: news.drillId },
        ...{ eventId: null, occurrenceId: null, entityId: news.entityId, channel },
        ...recipientFields(to, to.address, t),
        ...(mayTell(config, channel, to.address)
          ? { state: ways[channel] ? 'QUEUED' : 'KEPT' }
          : { state: 'WITHHELD', withheldFor: 'COUNTRY' }),
      })
      if (id !== undefined) told.push({ id, userId: to.userId })
    }
    return told
  }
  return { hearers, tell }
}

/** Messages of a drill of the past, for a demo: by mail to the people in charge, of whom the first has confirmed or nobody. */
export async function pastDrill(
  work: Work,
  { drillId, entityId, place }: DrillNews,
  texts: World['texts'],
  { sentAt, confirmedAt }: { sentAt: Date; confirmedAt: Date | null },
): Promise<{ readonly id: string; readonly userId: string | null }[]> {
  const told: { id: string; userId: string | null }[] = []
  for (const to of await inChargeOf(work, { entityId })) {
    const t = translatorFor(texts, to)
    const { subject, text, html } = wordsOn('MAIL', { drillId, entityId, place }, '', t)
    const id = await insertSent(work, {
      ...{
        key: `drill:${drillId}|MAIL|${to.email.toLowerCase()}`,
        drillId,
        entityId,
        channel: 'MAIL',
        subject,
        text,
        html,
        sentAt,
      },
      ...recipientFields(to, to.email, t),
      confirmedAt: told.length === 0 ? confirmedAt : null,
    })
    told.push({ id, userId: to.userId })
  }
  return told
}
