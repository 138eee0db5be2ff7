import type { DownTopic, MessageOf, UpTopic } from '@steading/contract/box/messages'

/** Address of the broker for boxes; part of the response to a claim. */
export interface BrokerAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** SHA-256 of the authority's public key, when it is one of our own making. */
  readonly caPin?: string
}

/** Transport between platform and boxes. It holds nothing durable and may lose all its messages. */
export interface Broker {
  start(): Promise<void>
  stop(): Promise<void>
  /** Sends a message to one box; never retained, never queued for a box that is offline. */
  publish<T extends DownTopic>(uid: string, kind: T, message: MessageOf<T>): void
  /** Sets the password of a box at a broker with users of its own; resolves when it is valid. @throws if it cannot be set */
  setPassword(uid: string, password: string): Promise<void>
  /** The box was revoked: ends its sessions, and deletes its user at a broker that keeps users of its own. */
  removeUser(uid: string): void
  /** Ends every session of the box, also one that is just logging in. */
  disconnect(uid: string): void
  /** Ms since the last packet of the box's connection; Infinity without one; null where the broker does not tell. */
  silentMs(uid: string): number | null
  /** Known after start(). */
  address(): BrokerAddress
  /** URL for a box on this machine, mqtt://host:port; of an external broker with the credentials of MQTT_URL. */
  internalUrl(): string
  health(): { readonly ok: boolean; readonly detail: string }
}

/** Callbacks of the broker. */
export interface BrokerEvents {
  /** Checks the credentials of a box; embedded broker only. */
  login(uid: string, password: string): Promise<boolean>
  /** A message of a box, its will included; topic null: unknown to this version. Resolves when it is stored. */
  message(uid: string, topic: UpTopic | null, payload: Uint8Array): Promise<void>
  /** The connection of the box ended, whatever its will said. */
  disconnected(uid: string): void
  /** A second connection replaced one that was alive. */
  duplicateConnection(uid: string): void
}

export const encode = (message: unknown) => Buffer.from(JSON.stringify(message))

/** The broker accepts strangers; the message says what they may do. */
export class UnprotectedBroker extends Error {
  constructor(exposure: string) {
    super(
      `MQTT_URL: ${exposure}. Protect it (allow_anonymous false, and the dynamic security plugin of mosquitto, whose users the platform ` +
        'then manages), or start with MQTT_UNPROTECTED=on.',
    )
    this.name = 'UnprotectedBroker'
  }
}
