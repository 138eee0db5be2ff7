import { DOWN_TOPICS, PLATFORM_STATE, topicOf, UP_TOPICS } from '@steading/contract/box/messages'
import type { MqttClient } from 'mqtt'
import { randomUUID } from 'node:crypto'

/** Control topic of mosquitto's dynamic security plugin; it answers the sender alone, below `/response`. */
const CONTROL = '$CONTROL/dynamic-security/v1'
const RESPONSE = `${CONTROL}/response`
/** The plugin answers from memory, so silence means that it is not loaded or not ours to use. */
const ANSWER_WITHIN = 3_000

const PLATFORM_ROLE = 'steading-platform'
const BOX_ROLE = 'steading-box-'
const boxRole = (uid: string) => `${BOX_ROLE}${uid}`

type AclType = 'publishClientSend' | 'publishClientReceive' | 'subscribeLiteral' | 'subscribePattern'
const allow = (acltype: AclType, topic: string) => ({ acltype, topic, priority: 0, allow: true })

/** Access rules of the platform's own user. */
const platformAcls = [
  ...(['publishClientSend', 'publishClientReceive', 'subscribePattern'] as const).map(type => allow(type, 'fb/v1/#')),
  allow('subscribePattern', '$share/steading/fb/v1/#'),
]
/** Access rules of a box, by the topics of the contract. */
const boxAcls = (uid: string) => [
  ...UP_TOPICS.map(topic => allow('publishClientSend', topicOf(uid, topic))),
  ...[...DOWN_TOPICS.map(topic => topicOf(uid, topic)), PLATFORM_STATE].flatMap(topic => [
    allow('subscribeLiteral', topic),
    allow('publishClientReceive', topic),
  ]),
]

interface Command {
  readonly command: string
  readonly [parameter: string]: unknown
}
interface Answer {
  readonly command: string
  readonly correlationData?: string
  readonly error?: string
  readonly data?: {
    readonly client?: { readonly roles?: readonly { readonly rolename: string }[] }
    readonly roles?: readonly string[]
  }
}

/** Users and access rules of a mosquitto broker, through its dynamic security plugin. */
export interface DynamicSecurity {
  /** Lets the platform's own user reach the boxes' topics. */
  preparePlatform(username: string): Promise<void>
  /** Creates the user of a box, or gives it another password, which ends the sessions of the old one. */
  setBoxPassword(uid: string, password: string): Promise<void>
  /** Deletes the user of a box and ends its sessions. */
  deleteBox(uid: string): Promise<void>
  /** The boxes that have a user. */
  boxes(): Promise<string[]>
}

/** Opens the plugin's control channel; undefined if the broker lacks the plugin or denies the platform's user. */
export async function openDynamicSecurity(client: MqttClient): Promise<DynamicSecurity | undefined> {
  const pending = new Map<string, PromiseWithResolvers<readonly Answer[]>>()
  const receive = (topic: string, payload: Buffer) => {
    if (topic !== RESPONSE) return
    const { responses = [] } = JSON.parse(payload.toString()) as { responses?: readonly Answer[] } // safe: the plugin's own format
    pending.get(responses[0]?.correlationData ?? '')?.resolve(responses)
  }
  client.on('message', receive)
  client.once('close', () => {
    client.off('message', receive)
    for (const { reject } of pending.values()) reject(new Error('the link to the broker closed'))
  })

  const send = async (...commands: readonly Command[]): Promise<readonly Answer[]> => {
    const correlationData = randomUUID()
    const answer = Promise.withResolvers<readonly Answer[]>()
    const timer = setTimeout(() => answer.reject(new Error('the dynamic security plugin does not answer')), ANSWER_WITHIN)
    pending.set(correlationData, answer)
    try {
      const payload = JSON.stringify({ commands: commands.map(command => ({ ...command, correlationData })) })
      const [answers] = await Promise.all([answer.promise, client.publishAsync(CONTROL, payload, { qos: 1 })])
      return answers
    } finally {
      clearTimeout(timer)
      pending.delete(correlationData)
    }
  }
  /** @throws what the plugin refuses, but not that something exists already or is gone already. */
  const run = async (...commands: readonly Command[]) => {
    const answers = await send(...commands)
    const failed = answers.find(({ error }) => error !== undefined && !/already exists|not found/i.test(error))
    if (failed) throw new Error(`dynamic security: ${failed.command}: ${failed.error}`)
    return answers
  }

  try {
    await client.subscribeAsync(RESPONSE, { qos: 1 })
    await send({ command: 'getDefaultACLAccess' })
  } catch {
    client.off('message', receive)
    return undefined
  }
  return {
    async preparePlatform(username) {
      const [user] = await run({ command: 'getClient', username })
      // A change of one's own roles ends one's own session: only where something is missing.
      if (user?.data?.client?.roles?.some(({ rolename }) => rolename === PLATFORM_ROLE)) return
      await run(
        { command: 'createRole', rolename: PLATFORM_ROLE, acls: platformAcls },
        { command: 'addClientRole', username, rolename: PLATFORM_ROLE },
      )
    },
    async setBoxPassword(uid, password) {
      const rolename = boxRole(uid)
      await run(
        { command: 'createRole', rolename, acls: boxAcls(uid) },
        { command: 'createClient', username: uid, clientid: uid, password, roles: [{ rolename }] },
        { command: 'setClientPassword', username: uid, password },
      )
    },
    deleteBox: async uid =>
      void (await run({ command: 'deleteClient', username: uid }, { command: 'deleteRole', rolename: boxRole(uid) })),
    async boxes() {
      const [answer] = await run({ command: 'listRoles', verbose: false, count: -1, offset: 0 })
      return (answer?.data?.roles ?? []).filter(name => name.startsWith(BOX_ROLE)).map(name => name.slice(BOX_ROLE.length))
    },
  }
}
