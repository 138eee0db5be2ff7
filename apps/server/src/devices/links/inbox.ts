import { readMessage } from '@steading/contract/box/messages'
import type { MessageOf, Parsed, UpTopic } from '@steading/contract/box/messages'
import type { QuarantineReason } from '@steading/contract/devices/terminals'
import type { World } from '../../platform/world.ts'
import type { Journal } from '../../readings/index.ts'
import { runInOrder } from './links.ts'
import type { Link } from './links.ts'

/** Handler by topic. */
export type Handlers = { readonly [T in UpTopic]: (link: Link, message: MessageOf<T>, receivedAt: number) => Promise<void> }

export interface InboxOptions {
  readonly world: Pick<World, 'clock' | 'log'>
  readonly quarantine: Pick<Journal['quarantine'], 'put'>
  readonly handlers: Handlers
}

/** Revisions are 32-bit integers in the database. */
const MAX_INT32 = 2 ** 31 - 2

/** Topics processed without ordering: readings have sequence numbers, time and log messages need none. */
const UNORDERED: ReadonlySet<UpTopic> = new Set(['up/data', 'up/time', 'up/log'])

/** Validates payloads of boxes and dispatches them. Invalid payloads are quarantined and counted, never answered. */
export function createInbox({ world: { clock, log }, quarantine, handlers }: InboxOptions) {
  let unknownTopics = 0

  const quarantineMessage = (link: Link, topic: string, code: QuarantineReason, reason: string, payload: Uint8Array) =>
    quarantine.put({ terminalId: link.terminalId, topic, code, reason, payload, receivedAt: clock.now() })

  // T binds the message type to its handler.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  const handle = async <T extends UpTopic>(link: Link, topic: T, payload: Uint8Array) => {
    const receivedAt = clock.now()
    const parsed = read(topic, payload)
    if (!parsed.ok) return quarantineMessage(link, topic, 'UNREADABLE', parsed.error, payload)
    try {
      await handlers[topic](link, parsed.value, receivedAt)
    } catch (error) {
      // A permanent database error must not make the box retransmit forever.
      if (!isRefusedByDatabase(error)) throw error
      log.error({ err: error, uid: link.uid, topic }, 'message of a box refused by the database, quarantined')
      await quarantineMessage(link, topic, 'NOT_STORABLE', `refused: ${error.message}`, payload)
    }
  }

  return {
    unknownTopics: () => unknownTopics,
    /** Resolves once the message is stored or quarantined. */
    receive(link: Link, topic: UpTopic | null, payload: Uint8Array): Promise<void> {
      if (topic === null) {
        unknownTopics++
        return Promise.resolve()
      }
      return UNORDERED.has(topic) ? handle(link, topic, payload) : runInOrder(link, () => handle(link, topic, payload))
    },
  }
}

function read<T extends UpTopic>(topic: T, payload: Uint8Array): Parsed<MessageOf<T>> {
  try {
    const parsed = readMessage(topic, payload)
    return parsed.ok && hasTooLargeNumber(parsed.value) ? { ok: false, error: 'rev' } : parsed
  } catch (error) {
    // JSON nested deeper than the stack.
    return { ok: false, error: error instanceof Error ? error.message : 'unreadable' }
  }
}

const hasTooLargeNumber = (message: object) =>
  ['rev', 'bad', 'want'].some(name => {
    const value = (message as Record<string, unknown>)[name] // safe: only looked at
    return typeof value === 'number' && value > MAX_INT32
  })

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation). */
const isRefusedByDatabase = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code))
