import type { Broker } from '../platform/broker/broker.ts'
import type { Logger } from '../platform/log.ts'
import type { Journal } from '../readings/index.ts'
import { journalEpoch } from './epochs.ts'
import type { Link } from './links.ts'

/** Messages that are stored within so many ms share one acknowledgement. */
const TOGETHER = 10

export interface AcknowledgerOptions {
  readonly log: Logger
  readonly journal: Pick<Journal, 'upTo'>
  readonly broker: Pick<Broker, 'publish'>
}

/** Says what is stored for good: dn/ack, after the commit. */
export function acknowledger({ log, journal, broker }: AcknowledgerOptions) {
  const waiting = new Map<Link, { timer: NodeJS.Timeout; epochs: Set<number> }>()

  const acknowledge = async (link: Link, epochs: ReadonlySet<number>) => {
    for (const epoch of epochs)
      try {
        const { upTo, miss } = await journal.upTo(link.terminalId, journalEpoch(link, epoch))
        broker.publish(link.uid, 'dn/ack', {
          e: epoch,
          upTo,
          ...(miss.length > 0 && { miss: miss.map(([first, last]): [number, number] => [first, last]) }),
        })
      } catch (error) {
        // The box sends again what no acknowledgement covers.
        log.error({ err: error, uid: link.uid }, 'not acknowledged')
      }
  }

  return {
    due(link: Link, epoch: number) {
      const one = waiting.get(link)
      if (one) return void one.epochs.add(epoch)
      const epochs = new Set([epoch])
      const timer = setTimeout(() => {
        waiting.delete(link)
        void acknowledge(link, epochs)
      }, TOGETHER)
      waiting.set(link, { timer, epochs })
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
