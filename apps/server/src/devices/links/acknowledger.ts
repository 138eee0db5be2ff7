import type { Broker } from '../../platform/broker/broker.ts'
import type { Logger } from '../../platform/log.ts'
import type { Journal } from '../../readings/index.ts'
import { journalEpoch } from './journalEpoch.ts'
import type { Link } from './links.ts'

/** ms. Messages stored within this window share one acknowledgement. */
const BATCH_WINDOW = 10

export interface AcknowledgerOptions {
  readonly log: Logger
  readonly journal: Pick<Journal, 'upTo'>
  readonly broker: Pick<Broker, 'publish'>
}

/** Publishes dn/ack: the sequence numbers of a box that are committed. */
export function createAcknowledger({ log, journal, broker }: AcknowledgerOptions) {
  const pendingByLink = new Map<Link, { timer: NodeJS.Timeout; epochs: Set<number> }>()

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
        // The box retransmits whatever no acknowledgement covers.
        log.error({ err: error, uid: link.uid }, 'readings not acknowledged, the box sends them again')
      }
  }

  return {
    schedule(link: Link, epoch: number) {
      const pending = pendingByLink.get(link)
      if (pending) return void pending.epochs.add(epoch)
      const epochs = new Set([epoch])
      const timer = setTimeout(() => {
        pendingByLink.delete(link)
        void acknowledge(link, epochs)
      }, BATCH_WINDOW)
      pendingByLink.set(link, { timer, epochs })
    },
    stop() {
      for (const { timer } of pendingByLink.values()) clearTimeout(timer)
      pendingByLink.clear()
    },
  }
}
