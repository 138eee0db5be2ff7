import type { DownTopic, MessageOf, UpTopic } from '@steading/contract/box'

/** Where boxes reach the broker; goes out with the answer to a claim. */
export interface BrokerAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** SHA-256 of the authority's public key, when it is one of our own making. */
  readonly caPin?: string
}

/** The pipe between the platform and its boxes. It may lose all that it holds: nothing durable is in it. */
export interface Broker {
  start(): Promise<void>
  stop(): Promise<void>
  /** Sends a message to one box; never retained, never queued for a box that is away. */
  publish<T extends DownTopic>(uid: string, kind: T, message: MessageOf<T>): void
  /** Gives the box a password at a broker that keeps users of its own; resolves once it holds. @throws when it cannot be given */
  setPassword(uid: string, password: string): Promise<void>
  /** The box was revoked: ends its sessions, and deletes its user at a broker that keeps users of its own. */
  removeUser(uid: string): void
  /** Ends every session of the box, also one that is just logging in. */
  disconnect(uid: string): void
  /** Ms since the last packet of the box's connection; Infinity without one; null where the broker does not tell. */
  quietFor(uid: string): number | null
  /** Known once it runs. */
  address(): BrokerAddress
  /** The same for a box on this machine, as mqtt://host:port; elsewhere with the name and password that the setting has. */
  inside(): string
  health(): { readonly ok: boolean; readonly detail: string }
}

/** What the broker asks and tells. */
export interface BrokerEvents {
  /** May this box come in? Only asked where the broker is our own. */
  login(uid: string, password: string): Promise<boolean>
  /** A message of a box, its will included; null is a topic that this version doesn't know. Resolves once it is stored. */
  message(uid: string, topic: UpTopic | null, payload: Uint8Array): Promise<void>
  /** The connection of the box ended, whatever the will said. */
  gone(uid: string): void
  /** A second connection took the place of one that was alive. */
  doubled(uid: string): void
}

export const encode = (message: unknown) => Buffer.from(JSON.stringify(message))

/** The broker lets strangers in; the message says what they may do. */
export class UnprotectedBroker extends Error {
  constructor(exposure: string) {
    super(
      `MQTT_URL: ${exposure}. Protect it (allow_anonymous false, and the dynamic security plugin of mosquitto, whose users the platform ` +
        'then manages), or start with MQTT_UNPROTECTED=on.',
    )
    this.name = 'UnprotectedBroker'
  }
}
