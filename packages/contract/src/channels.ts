import { z } from 'zod'
import { EmailAddress, Id, LabelledText, PhoneNumber } from './fields.ts'
import type { Permission } from './permissions.ts'

/** The channels that people are told by, and how the recipients of an event are told on each. */

export const CHANNELS = ['MAIL', 'SMS', 'VOICE', 'WHATSAPP'] as const
export const Channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof Channel>

/** What whoever makes rules needs besides to tell people on a channel. */
export const CHANNEL_PERMISSIONS = {
  MAIL: null,
  SMS: 'notifications.sms',
  VOICE: 'notifications.voice',
  WHATSAPP: 'notifications.sms',
} as const satisfies Record<Channel, Permission | null>

/** Addresses or numbers as the channel takes them, each once; what is neither is left out. */
const reachable = (type: Channel, contacts: readonly string[]): string[] => {
  const schema = type === 'MAIL' ? EmailAddress : PhoneNumber
  return [...new Set(contacts.flatMap(one => schema.safeParse(one).data ?? []))]
}

/** How the recipients of an event are told on one channel. */
export const Action = z.object({
  type: Channel,
  status: z.enum(['ACTIVE', 'INACTIVE']).default('ACTIVE'),
  /** The responsibles of the event's entity, else of the nearest one above that has any. */
  notifyResponsible: z.boolean().default(true),
  /** s between two on this channel for one event; 0: each. */
  recurrence: z.number().int().min(0).max(86_400).default(0),
  properties: z
    .object({
      usersList: z.array(Id).max(100).default([]),
      /** Addresses or numbers of people without an account. */
      contactsList: z.array(z.string().trim().max(254)).max(100).default([]),
      /** Instead of the platform's own first line; empty: that. */
      subject: LabelledText.default(''),
      /** What is said before the facts. */
      body: z.string().trim().max(1000).default(''),
    })
    .prefault({}),
})

/** As it is sent: what cannot be an address or a number is left out. */
export const ActionConfiguration = Action.transform(one => ({
  ...one,
  properties: { ...one.properties, contactsList: reachable(one.type, one.properties.contactsList) },
}))
export type ActionConfiguration = z.infer<typeof ActionConfiguration>

/** Each channel once. */
export const ActionConfigurations = z
  .array(ActionConfiguration)
  .max(CHANNELS.length)
  .superRefine((actions, context) => {
    const types = actions.map(one => one.type)
    for (const [at, type] of types.entries())
      if (types.indexOf(type) < at) context.addIssue({ code: 'custom', message: 'twice', path: [at, 'type'] })
  })
