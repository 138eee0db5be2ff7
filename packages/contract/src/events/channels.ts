import { z } from 'zod'
import { EmailAddress, Id, LabelledText, PhoneNumber } from '../http/fields.ts'
import type { Permission } from '../users/permissions.ts'

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

/**
 * As it is sent: addresses or numbers as the channel takes them, each once. What is neither would never be reached, and is refused;
 * on a channel that is off it is left out.
 */
export const ActionConfiguration = Action.transform((one, context) => {
  const [schema, code] = one.type === 'MAIL' ? ([EmailAddress, 'email'] as const) : ([PhoneNumber, 'phone'] as const)
  const contacts = one.properties.contactsList.flatMap((contact, at) => {
    const read = schema.safeParse(contact)
    if (read.success) return [read.data]
    const path = ['properties', 'contactsList', at]
    if (one.status === 'ACTIVE') context.issues.push({ code: 'custom', message: code, path, input: contact })
    return []
  })
  return { ...one, properties: { ...one.properties, contactsList: [...new Set(contacts)] } }
})
export type ActionConfiguration = z.infer<typeof ActionConfiguration>

/** Each channel once. */
export const ActionConfigurations = z
  .array(ActionConfiguration)
  .max(CHANNELS.length)
  .superRefine((actions, context) => {
    const types = actions.map(action => action.type)
    for (const [at, type] of types.entries())
      if (types.indexOf(type) < at) context.addIssue({ code: 'custom', message: 'twice', path: [at, 'type'] })
  })
