import type { Session } from '@steading/contract/users/sessions'

/** A session of a person, as a login answers it. */
export const of = (userId: string, sessionToken: string): Session => ({
  sessionToken,
  userId,
  shortName: 'Ana',
  displayName: 'Ana Sousa',
  email: 'ana@steading.example',
  helpdeskEmail: null,
  language: 'pt-PT',
  numberFormat: null,
  dateFormat: null,
  timeZone: 'Europe/Lisbon',
  smsEnabled: false,
  whatsappEnabled: false,
  voiceEnabled: false,
  permissions: [],
  rootEntity: { id: '1', name: 'Farm', type: 'ROOT' },
  acceptedTerms: true,
  knowledgeVersion: true,
  idleMinutes: 30,
  expiresUtc: '2026-05-05T03:00:00.000Z',
})
