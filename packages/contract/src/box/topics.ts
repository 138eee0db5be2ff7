/** The topics of FB/1 and who may use them: equality with this table, everything else is refused. */

export const UID = /^[a-z0-9]{12,32}$/

export const TOPICS = {
  'up/state': { qos: 1, retain: true },
  'up/hello': { qos: 1, retain: false },
  'up/data': { qos: 1, retain: false },
  'up/ack': { qos: 1, retain: false },
  'up/shadow': { qos: 1, retain: false },
  'up/time': { qos: 0, retain: false },
  'up/log': { qos: 0, retain: false },
  'dn/welcome': { qos: 1, retain: false },
  'dn/ack': { qos: 1, retain: false },
  'dn/cmd': { qos: 1, retain: false },
  'dn/shadow': { qos: 1, retain: false },
  'dn/time': { qos: 0, retain: false },
  'dn/cred': { qos: 1, retain: false },
} as const satisfies Record<string, { readonly qos: 0 | 1; readonly retain: boolean }>

export type BoxTopic = keyof typeof TOPICS
export type UpTopic = Extract<BoxTopic, `up/${string}`>
export type DownTopic = Extract<BoxTopic, `dn/${string}`>

// safe: the keys of an object literal are exactly the keys of its type
export const BOX_TOPICS = Object.keys(TOPICS) as readonly BoxTopic[]
export const UP_TOPICS = BOX_TOPICS.filter((topic): topic is UpTopic => topic.startsWith('up/'))
export const DOWN_TOPICS = BOX_TOPICS.filter((topic): topic is DownTopic => topic.startsWith('dn/'))

/** Retained; its will tells the boxes that the platform is gone. */
export const PLATFORM_STATE = 'fb/v1/platform/state'

export const topicOf = (uid: string, topic: BoxTopic): string => `fb/v1/${uid}/${topic}`

/** The box and the message that a full topic names; null for anything that is not exactly one of the table. */
export const parseTopic = (full: string): { readonly uid: string; readonly topic: BoxTopic } | null => {
  if (!full.startsWith('fb/v1/')) return null
  const slash = full.indexOf('/', 6)
  if (slash < 0) return null
  const uid = full.slice(6, slash)
  const topic = full.slice(slash + 1)
  return UID.test(uid) && isBoxTopic(topic) ? { uid, topic } : null
}

const isBoxTopic = (text: string): text is BoxTopic => Object.hasOwn(TOPICS, text)

const own = (uid: string, full: string): BoxTopic | null => {
  const parsed = parseTopic(full)
  return parsed !== null && parsed.uid === uid ? parsed.topic : null
}

/** May this box publish so? Quality of service and the retain flag must be the table's. */
export const mayPublish = (uid: string, full: string, qos: number, retain: boolean): boolean => {
  const topic = own(uid, full)
  return topic !== null && topic.startsWith('up/') && TOPICS[topic].qos === qos && TOPICS[topic].retain === retain
}

/** May this box subscribe to it, and may it be sent to the box? Filters with wildcards and `$…` never equal a topic. */
export const maySubscribe = (uid: string, full: string, qos: number): boolean => {
  if (qos !== 0 && qos !== 1) return false
  if (full === PLATFORM_STATE) return UID.test(uid)
  return own(uid, full)?.startsWith('dn/') === true
}

/** A will is a publication of a dead session: only the box's own state. */
export const mayWill = (uid: string, full: string, qos: number, retain: boolean): boolean =>
  own(uid, full) === 'up/state' && mayPublish(uid, full, qos, retain)
