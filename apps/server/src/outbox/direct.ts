import type { Channel } from '@steading/contract/outbox'
import { translatorFor } from '@steading/locales/text'
import type { World } from '../platform/world.ts'
import { addressOn } from './audience.ts'
import { mayTell } from './countries.ts'
import type { DirectNotice, Outbox } from './outbox.ts'
import type { Recipient } from './outbox.sql.ts'
import type { Ways } from './ways.ts'

const IN_TURN: readonly Channel[] = ['MAIL', 'SMS', 'VOICE']

/** Tells people straight over the ways, whatever stands still between; see Outbox.direct. */
export function teller(
  { config, clock, texts, log }: Pick<World, 'config' | 'clock' | 'texts' | 'log'>,
  ways: Ways,
): Outbox['direct'] {
  async function tryOn(channel: Channel, to: Recipient, { key, letter, words }: DirectNotice): Promise<boolean> {
    const [way, address] = [ways[channel], addressOn(channel, to)]
    if (!way || address === null || !mayTell(config, channel, address)) return false
    const t = translatorFor(texts, to)
    const said = words(t, to.timeZone)
    const written = channel === 'MAIL' ? letter(t, to.timeZone) : { subject: said, text: said, html: '' }
    try {
      const one = {
        key: `${key}|${channel}|${address.toLowerCase()}`,
        to: address,
        language: t.language,
        link: null,
        report: null,
      }
      await way.send({ ...one, ...written, date: new Date(clock.now()) }, { first: true })
      return true
    } catch (error) {
      log.warn({ err: error, channel }, 'somebody could not be told directly')
      return false
    }
  }

  async function tell(to: Recipient, notice: DirectNotice): Promise<boolean> {
    // A way that is known to be down comes last.
    const isDown = (channel: Channel) => ways[channel]?.gate.isDown() === true
    for (const channel of IN_TURN.toSorted((a, b) => Number(isDown(a)) - Number(isDown(b))))
      if (await tryOn(channel, to, notice)) return true
    return false
  }

  return async (to, notice) => {
    const told = await Promise.all(to.map(one => tell(one, notice)))
    return told.filter(Boolean).length
  }
}
