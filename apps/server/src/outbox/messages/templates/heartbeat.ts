import { randomUUID } from 'node:crypto'
import type { QueuedNotification } from '../../notification.ts'
import { defineTemplate } from '../template.ts'

/** Heartbeat of the alarm path. A machine receives it: the call to its address has no text. */
export const heartbeatTemplate = defineTemplate<object>({
  name: 'heartbeat',
  render: () => ({
    subject: '',
    mail: () => ({ subject: '', title: '', lines: [], link: { words: '', href: '' }, footer: '' }),
    short: () => '',
    spoken: () => '',
  }),
})

/** Heartbeats of another process are ignored: this one does not know when they were sent. */
const RUN = randomUUID()
const PREFIX = `heartbeat|${RUN}|`

export const heartbeatNotification = (entityId: string, number: number): QueuedNotification<object> => ({
  recipients: { kind: 'MONITOR', entityId },
  template: heartbeatTemplate,
  values: {},
  urgency: 'NORMAL',
  dedupeKey: `${PREFIX}${number}`,
  subject: { type: 'RECIPIENT' },
})

/** Number of a heartbeat of this process; NaN: of another one. */
export const heartbeatNumber = (key: string): number => (key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : Number.NaN)
