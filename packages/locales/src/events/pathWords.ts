import type { TestedThing } from '@steading/contract/protection/paths'
import type { TextKey } from '../text.ts'

/** The word of each path of an alarm, and of each other test on site. */
export const PATH_WORDS = {
  MAIL: 'notification.mail',
  SMS: 'notification.sms',
  VOICE: 'notification.voice',
  WHATSAPP: 'notification.whatsapp',
  SIREN: 'protection.path.siren',
  MAINS_OFF: 'protection.path.mainsOff',
  BOX_OFF: 'protection.path.boxOff',
  GENERATOR: 'protection.path.generator',
} as const satisfies Readonly<Record<TestedThing, TextKey>>
