import { z } from 'zod'
import { DisplayName, Done, Id } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { routes } from './route.ts'

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
  password: z.string().min(1).max(128),
})

/** 6 to 25 characters by the specification; longer pass phrases are welcome. */
export const Password = z
  .string()
  .min(6)
  .max(128)
  .regex(/(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)(?=.*[^\p{L}\d])/u, 'password')

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('email'))

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
      email: Email,
      password: Password,
    }),
    reply: Session,
  },
  extend: { method: 'PUT', path: '/auth', summary: 'Replace the token and go on', access: 'session', reply: Session },
  logout: { method: 'DELETE', path: '/auth', summary: 'Log out', access: 'session', reply: Done },
})
