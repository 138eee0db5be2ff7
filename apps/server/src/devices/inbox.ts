import { readMessage } from '@steading/contract/box'
import type { MessageOf, Parsed, UpTopic } from '@steading/contract/box'
import type { QuarantineReason } from '@steading/contract/terminals'
import type { World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { inTurn } from './links.ts'
import type { Link } from './links.ts'

/** What is done with each kind of message. */
export type Handlers = { readonly [T in UpTopic]: (link: Link, message: MessageOf<T>, receivedAt: number) => Promise<void> }

export interface InboxOptions {
  readonly world: Pick<World, 'clock' | 'log'>
  readonly quarantine: Pick<Journal['quarantine'], 'put'>
  readonly handlers: Handlers
}

/** Revisions and the like are 32 bits wide in the database. */
const MOST = 2 ** 31 - 2

/** Readings come in by the thousand and order themselves by their numbers; what is answered at once waits for nothing. */
const AT_ONCE: ReadonlySet<UpTopic> = new Set(['up/data', 'up/time', 'up/log'])

/** Payloads of boxes, checked and handed to whom they concern. What is no message is put aside and counted, never answered. */
export function inbox({ world: { clock, log }, quarantine, handlers }: InboxOptions) {
  let unknown = 0

  const putAside = (link: Link, topic: string, code: QuarantineReason, reason: string, payload: Uint8Array) =>
    quarantine.put({ terminalId: link.terminalId, topic, code, reason, payload, receivedAt: clock.now() })

  // T ties the message to its handler.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  const act = async <T extends UpTopic>(link: Link, topic: T, payload: Uint8Array) => {
    const receivedAt = clock.now()
    const parsed = read(topic, payload)
    if (!parsed.ok) return putAside(link, topic, 'UNREADABLE', parsed.error, payload)
    try {
      await handlers[topic](link, parsed.value, receivedAt)
    } catch (error) {
      // What the database will never take must not come back for ever.
      if (!isRefusedByDatabase(error)) throw error
      log.error({ err: error, uid: link.uid, topic }, 'a message that the database refuses')
      await putAside(link, topic, 'NOT_STORABLE', `refused: ${error.message}`, payload)
    }
  }

  return {
    unknown: () => unknown,
    /** Resolves once the message is stored, or put aside. */
    take(link: Link, topic: UpTopic | null, payload: Uint8Array): Promise<void> {
      if (topic === null) {
        unknown++
        return Promise.resolve()
      }
      return AT_ONCE.has(topic) ? act(link, topic, payload) : inTurn(link, () => act(link, topic, payload))
    },
  }
}

function read<T extends UpTopic>(topic: T, payload: Uint8Array): Parsed<MessageOf<T>> {
  try {
    const parsed = readMessage(topic, payload)
    return parsed.ok && tooBig(parsed.value) ? { ok: false, error: 'rev' } : parsed
  } catch (error) {
    // JSON nested deeper than the stack.
    return { ok: false, error: error instanceof Error ? error.message : 'unreadable' }
  }
}

const tooBig = (message: object) =>
  ['rev', 'bad', 'want'].some(name => {
    const value = (message as Record<string, unknown>)[name] // safe: only looked at
    return typeof value === 'number' && value > MOST
  })

/** Classes 22 and 23 of SQLSTATE: the data themselves. */
const isRefusedByDatabase = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code))
