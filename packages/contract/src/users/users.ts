import { z } from 'zod'
import { Country } from '../production/billing.ts'
import { choicePages, EntityGroup, EntityRef, EntityStatus } from '../entities/entities.ts'
import {
  Audited,
  byId,
  DisplayName,
  Done,
  EmailAddress,
  flag,
  Id,
  LabelledText,
  many,
  name,
  NAME_LENGTH,
  EnteredPassword,
  Password,
  PhoneNumber,
  Stamp,
  TimeZone,
  Version,
  whole,
} from '../http/fields.ts'
import { LANGUAGES } from './languages.ts'
import { NOTATION_CHOICE } from './notation.ts'
import { paging } from '../http/paging.ts'
import { RoleRef } from './roles.ts'
import { routes } from '../http/route.ts'

export const USER_STATUSES = ['ACTIVE', 'INACTIVE'] as const
export const UserStatus = z.enum(USER_STATUSES)

const line = LabelledText.nullish().transform(text => text || null)

/** How to reach a person besides by mail. */
export const Contact = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('WORK_PHONE_NUMBER'), phoneNumber: PhoneNumber }),
  z.strictObject({
    type: z.literal('POSTAL_ADDRESS'),
    addressLine1: LabelledText.min(1),
    addressLine2: line,
    region: line,
    postalCode: z
      .string()
      .trim()
      .max(20)
      .nullish()
      .transform(text => text || null),
    city: line,
    countryCodeA3: Country.nullish().transform(code => code ?? null),
  }),
])
export type Contact = z.infer<typeof Contact>

/** A person in lists. */
export const User = z.object({
  userId: Id,
  displayName: z.string(),
  shortName: z.string(),
  status: UserStatus,
  /** False until the mailed code was used. */
  activated: z.boolean(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Of a number that can be called, with its dial code; another rings nobody. */
  hasValidPhone: z.boolean(),
  role: RoleRef,
  rootEntity: EntityRef,
  lastSeenUtc: Stamp.nullable(),
  version: z.number().int(),
})
export type User = z.infer<typeof User>

export const UserDetails = User.extend({
  /** A picture of 256 × 256 as webp. */
  avatar: z.object({ imageBase64: z.string() }).nullable(),
  language: z.enum(LANGUAGES),
  ...NOTATION_CHOICE,
  timeZone: z.string(),
  contacts: z.array(Contact),
  /** Parts of the root that the person is kept to, as far as they are left and the caller sees them. */
  accessEntities: z.array(EntityRef),
  /** To parts of the root; when none of them is left the person sees nothing. */
  kept: z.boolean(),
  /** Where the person is told first. */
  responsibleFor: z.array(EntityRef),
  /** Somebody who holds more than the caller, or stands above, is not the caller's to change. */
  editable: z.boolean(),
}).extend(Audited.shape)
export type UserDetails = z.infer<typeof UserDetails>

/** A person as a recipient or as somebody responsible. */
export const UserRef = z.object({
  userId: Id,
  shortName: z.string(),
  displayName: z.string(),
  status: UserStatus,
  hasValidPhone: z.boolean(),
})
export type UserRef = z.infer<typeof UserRef>

const own = {
  displayName: DisplayName,
  /** As screens with little room name the person. */
  shortName: name(1, NAME_LENGTH),
  phone: PhoneNumber.nullish().transform(phone => phone ?? null),
  language: z.enum(LANGUAGES).default('en-US'),
  ...NOTATION_CHOICE,
  timeZone: TimeZone.default('UTC'),
  contacts: z.array(Contact).max(20).default([]),
}
const given = {
  ...own,
  email: EmailAddress,
  roleId: Id,
  rootEntityId: Id,
  accessEntityIds: z.array(Id).max(200).default([]),
  /**
   * Kept to those parts. Left out, parts say so themselves; whoever is kept to none any more stays so: only `false` opens the
   * whole root again.
   */
  kept: z.boolean().optional(),
}
const edited = { removeAvatar: z.boolean().default(false), version: Version }

export const CreateUser = z.strictObject(given)
export type CreateUser = z.input<typeof CreateUser>
export const EditUser = z.strictObject({ ...given, status: UserStatus, ...edited })
export type EditUser = z.input<typeof EditUser>
/** What people may change of themselves: neither rights nor address. */
export const EditSelf = z.strictObject({ ...own, ...edited })
export type EditSelf = z.input<typeof EditSelf>

/** A mailed code, and the password that it sets. */
export const Account = z.strictObject({ activationCode: z.string().min(1).max(64), password: Password })

/** Kinds of notification, each on or off by channel. */
export const NOTIFICATION_CHANNELS = ['MAIL', 'SMS', 'VOICE', 'WHATSAPP'] as const
const channels = z.strictObject({ MAIL: z.boolean(), SMS: z.boolean(), VOICE: z.boolean(), WHATSAPP: z.boolean() })
/** HH:mm of a wall clock. */
const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clockTime')
/** From and to, in the person's zone; to may be earlier, of the next day. */
export const QuietHours = z
  .strictObject({ from: WallTime, to: WallTime })
  .refine(({ from, to }) => from !== to, { message: 'sameTime', path: ['to'] })
export type QuietHours = z.infer<typeof QuietHours>
export const NotificationPreferences = z.object({
  channels,
  /** Only alarms of this severity or worse, on these channels. What is CRITICAL is told whatever stands here. */
  from: z.enum(['LOW', 'MODERATE', 'MAJOR', 'CRITICAL']),
  /** When nothing comes that can wait until they end; what is CRITICAL comes. */
  quiet: QuietHours.nullable().default(null),
  version: z.number().int(),
})
/** What people may have sent to them regularly. */
export const SUBSCRIPTIONS = ['DAILY_SUMMARY', 'WEEKLY_SUMMARY'] as const
export const SubscriptionPreferences = z.object({ subscriptions: z.array(z.enum(SUBSCRIPTIONS)), version: z.number().int() })

export const userPages = paging({
  sorts: ['shortName', 'displayName', 'email', 'status', 'lastSeenUtc', 'id'],
  sort: 'shortName',
  direction: 'ASC',
})
const search = z.string().trim().max(150).optional()

/** So many nodes come at a time: whoever got as many asks for the next. */
export const ACCESS_NODES = 1000
/** A node of the tree where access is chosen. */
export const AccessNode = EntityRef.extend({
  children: z.number().int(),
  /** The whole of it, some of what lies below it, or nothing. */
  access: z.enum(['FULL', 'PART', 'NONE']),
})

const multipart = (json: string) => ({ json, files: 'file', limits: 'image' }) as const

export const users = routes({
  search: {
    method: 'GET',
    path: '/users',
    summary: 'People, paged',
    access: ['users.read', 'users.list'],
    query: userPages.query.extend({
      search,
      status: UserStatus.optional(),
      roleId: Id.optional(),
      /** With all below it. */
      entityId: Id.optional(),
    }),
    reply: userPages.of(User),
  },
  personal: { method: 'GET', path: '/users/personal', summary: 'Oneself', access: 'session', reply: UserDetails },
  editPersonal: {
    method: 'PUT',
    path: '/users/personal',
    summary: 'Change oneself',
    access: 'session',
    multipart: multipart('editUserRequest'),
    body: EditSelf,
    reply: UserDetails,
  },
  list: {
    method: 'GET',
    path: '/users/list',
    summary: 'People to choose from, at most 1,000; without users.read or users.list only oneself',
    access: 'session',
    query: z.object({ status: UserStatus.optional(), search }),
    reply: z.array(UserRef),
  },
  choices: {
    method: 'GET',
    path: '/users/choices',
    summary:
      'People to choose from, those first that fit the search best; how many there are; or these by their ids; without users.read or users.list only oneself',
    access: 'session',
    query: choicePages.query.extend({
      status: UserStatus.optional(),
      search,
      ids: many(Id).optional(),
      /** Only who sees this place. */
      sees: Id.optional(),
    }),
    reply: choicePages.of(UserRef),
  },
  acceptTerms: {
    method: 'GET',
    path: '/users/accept-terms',
    summary: 'Accept the terms of use; again changes nothing',
    access: 'session',
    reply: z.object({ acceptedTerms: z.literal(true) }),
  },
  knowledgeVersion: {
    method: 'GET',
    path: '/users/knowledge-version',
    summary: 'Note that the news of this version were seen; again changes nothing until the next version',
    access: 'session',
    reply: z.object({ knowledgeVersion: z.literal(true) }),
  },
  validatePhone: {
    method: 'GET',
    path: '/users/validate-phone/:number',
    summary: 'Is it a number that can be called? Only in its international form, with + or 00',
    access: 'session',
    params: z.object({ number: z.string().max(40) }),
    reply: z.object({ valid: z.boolean(), international: z.string().nullable(), countryCodeA3: Country.nullable() }),
  },
  notifications: {
    method: 'GET',
    path: '/users/preferences/notifications',
    summary: 'By which channels one wants to be told',
    access: 'session',
    reply: NotificationPreferences,
  },
  setNotifications: {
    method: 'PUT',
    path: '/users/preferences/notifications',
    summary: 'Change the same',
    access: 'session',
    /** Quiet hours that are left out stay as they are. */
    body: z.strictObject({
      channels,
      from: NotificationPreferences.shape.from,
      quiet: QuietHours.nullable().optional(),
      version: Version,
    }),
    reply: NotificationPreferences,
  },
  subscriptions: {
    method: 'GET',
    path: '/users/preferences/subscriptions',
    summary: 'What one has sent regularly',
    access: 'session',
    reply: SubscriptionPreferences,
  },
  setSubscriptions: {
    method: 'PUT',
    path: '/users/preferences/subscriptions',
    summary: 'Change the same',
    access: 'session',
    body: z.strictObject({ subscriptions: SubscriptionPreferences.shape.subscriptions, version: Version }),
    reply: SubscriptionPreferences,
  },
  ownSessions: {
    method: 'GET',
    path: '/users/sessions',
    summary: "One's own sessions",
    access: 'session',
    reply: z.array(
      z.object({
        id: Id,
        createdUtc: Stamp,
        seenUtc: Stamp,
        expiresUtc: Stamp,
        ip: z.string(),
        agent: z.string(),
        current: z.boolean(),
      }),
    ),
  },
  endSession: {
    method: 'DELETE',
    path: '/users/sessions/:id',
    summary: "End one of one's own sessions",
    access: 'session',
    params: byId,
    reply: Done,
  },
  removeSelf: {
    method: 'DELETE',
    path: '/users/myUser/:id',
    summary: 'Delete oneself; the id is there so that nobody does it by mistake',
    access: 'session',
    params: byId,
    query: z.object({ confirm: flag.default(false) }),
    reply: Done,
    refusals: ['CANNOT_DELETE_USER', 'CANNOT_DELETE_RESPONSIBLE_USER', 'CONFIRM_LEAVING_ALARM_LISTS'],
  },
  activationStatus: {
    method: 'GET',
    path: '/users/activationStatus/:id',
    summary: 'Does this account wait for its activation? The same answer for an account that is not there',
    access: 'open',
    params: byId,
    reply: z.object({ activated: z.boolean() }),
  },
  passwordReset: {
    method: 'POST',
    path: '/users/password_reset',
    summary: 'Mail a code to set a new password; the answer does not tell whether the address is known',
    access: 'open',
    body: z.strictObject({ email: EmailAddress, host: z.string().max(253).optional() }),
    reply: Done,
  },
  account: {
    method: 'POST',
    path: '/users/:id/account',
    summary: 'Set the password with the mailed code: of a new account, or anew',
    access: 'open',
    params: byId,
    query: z.object({ resetPassword: z.enum(['true', 'false']).default('false') }),
    body: Account,
    reply: Done,
  },
  details: { method: 'GET', path: '/users/:id', summary: 'One person', access: 'users.read', params: byId, reply: UserDetails },
  create: {
    method: 'POST',
    path: '/users',
    summary: 'Add a person, who is mailed a code to set a password',
    access: 'users.create',
    multipart: multipart('createUserRequest'),
    body: CreateUser,
    reply: UserDetails,
    refusals: ['USER_EMAIL_ALREADY_EXISTS'],
  },
  edit: {
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change a person; where they would be told of alarms no more it asks first and wants confirm=true then',
    access: 'users.update',
    params: byId,
    query: z.object({ confirm: flag.default(false) }),
    multipart: multipart('editUserRequest'),
    body: EditUser,
    reply: UserDetails,
    refusals: ['USER_EMAIL_ALREADY_EXISTS', 'USER_INACTIVE_RESPONSIBLE', 'CONFIRM_LEAVING_ALARM_LISTS'],
  },
  remove: {
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a person; the name stays where it stands in history',
    access: 'users.delete',
    params: byId,
    query: z.object({ confirm: flag.default(false) }),
    reply: Done,
    refusals: ['CANNOT_DELETE_USER', 'CANNOT_DELETE_RESPONSIBLE_USER', 'CONFIRM_LEAVING_ALARM_LISTS'],
  },
  invite: {
    method: 'POST',
    path: '/users/:id/activation',
    summary: 'Mail the code again to somebody who has not used it',
    access: 'users.update',
    params: byId,
    reply: Done,
    refusals: ['USER_ALREADY_ACTIVE'],
  },
  password: {
    method: 'PUT',
    path: '/users/:id/password',
    summary: "One's own password, with the present one; with users.update that of somebody else. All other sessions end",
    access: 'session',
    params: byId,
    body: z.strictObject({ currentPassword: EnteredPassword.optional(), password: Password }),
    reply: Done,
    refusals: ['OLD_PASSWORD_EQUAL_TO_CURRENT'],
  },
  accessTree: {
    method: 'GET',
    path: '/users/:id/accessTree',
    summary:
      'One level of the tree where it is chosen what a person may see, below `parentId` or of the root itself, a thousand at a time',
    access: 'users.read',
    params: byId,
    query: z.object({
      editedUser: Id.optional(),
      rootEntity: Id,
      parentId: Id.optional(),
      /** The how-manieth thousand, from 0. */
      page: whole(0, 1000).default(0),
    }),
    reply: z.array(AccessNode),
  },
  entities: {
    method: 'GET',
    path: '/users/:id/entities',
    summary: 'The entities of these groups that a person sees, at most 1,000; of somebody else with users.read',
    access: 'session',
    params: byId,
    query: z.object({ entityTypeGroups: many(EntityGroup).optional() }),
    reply: z.array(EntityRef.extend({ parentId: Id.nullable(), status: EntityStatus })),
  },
})
