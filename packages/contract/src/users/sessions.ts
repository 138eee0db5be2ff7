import { z } from 'zod'
import { DisplayName, Done, EmailAddress, EnteredPassword, Id, Password } from '../http/fields.ts'
import { LANGUAGES } from './languages.ts'
import { NOTATION_CHOICE } from './notation.ts'
import { routes } from '../http/route.ts'

export const Language = z.enum(LANGUAGES)

/** What a login answers: the token, who it is, and what the screens may show. Absolute times are ISO UTC. */
export const Session = z.object({
  sessionToken: z.string().min(1),
  shortName: z.string().min(1),
  displayName: z.string(),
  userId: Id,
  email: z.string(),
  helpdeskEmail: z.string().nullable(),
  language: Language,
  ...NOTATION_CHOICE,
  timeZone: z.string(),
  smsEnabled: z.boolean(),
  whatsappEnabled: z.boolean(),
  voiceEnabled: z.boolean(),
  permissions: z.array(z.object({ name: z.string(), category: z.string() })),
  rootEntity: z.object({ id: Id, name: z.string(), type: z.string() }),
  acceptedTerms: z.boolean(),
  knowledgeVersion: z.boolean(),
  idleMinutes: z.number(),
  expiresUtc: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

export const Credentials = z.strictObject({
  email: z.string().trim().toLowerCase().min(1).max(254),
  password: EnteredPassword.min(1),
})

export const sessions = routes({
  login: { method: 'POST', path: '/auth', summary: 'Log in', access: 'open', body: Credentials, reply: Session },
  setupNeeded: {
    method: 'GET',
    path: '/auth/setup',
    summary: 'Whether the platform still waits for its first administrator',
    access: 'open',
    reply: z.object({ needed: z.boolean() }),
  },
  setup: {
    method: 'POST',
    path: '/auth/setup',
    summary: 'The first administrator, with the one-time code that the first start printed',
    access: 'open',
    body: z.strictObject({
      setupCode: z.string().trim().min(1).max(64),
      displayName: DisplayName,
      email: EmailAddress,
      password: Password,
    }),
    reply: Session,
  },
  extend: { method: 'PUT', path: '/auth', summary: 'Replace the token and go on', access: 'session', reply: Session },
  tokenLogin: {
    method: 'POST',
    path: '/auth/token-auth',
    summary: 'Log in with a single-use token of at most 60 s',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    reply: Session,
  },
  token: {
    method: 'POST',
    path: '/auth/token',
    summary: 'A single-use token for another device of the same person; it lives 60 s',
    access: 'session',
    reply: z.object({ token: z.string(), expiresUtc: z.iso.datetime() }),
  },
  logout: { method: 'DELETE', path: '/auth', summary: 'Log out', access: 'session', reply: Done },
})
