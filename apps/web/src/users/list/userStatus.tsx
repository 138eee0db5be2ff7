import type { User } from '@steading/contract/users/users'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../../ui/marks/StatusPill.tsx'
import type { Field } from '../form/userForm.ts'

export const statusWord = {
  ACTIVE: 'user.status.active',
  INACTIVE: 'user.status.inactive',
} as const satisfies Record<User['status'], TextKey>

/** Whether somebody can sign in, and why not. */
export const stateOf = ({ status, activated }: Pick<User, 'status' | 'activated'>): { tone: StatusTone; word: TextKey } => {
  if (status === 'INACTIVE') return { tone: 'idle', word: statusWord.INACTIVE }
  return activated ? { tone: 'ok', word: statusWord.ACTIVE } : { tone: 'pending', word: 'user.status.invited' }
}

export function PersonState({ of }: { of: Pick<User, 'status' | 'activated'> }) {
  const t = useText()
  const { tone, word } = stateOf(of)
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

export const fieldWord = {
  displayName: 'ui.name',
  shortName: 'user.shortName',
  email: 'login.email',
  phone: 'user.phone',
  status: 'user.status.label',
  rootEntityId: 'user.root',
  roleId: 'role.one',
  access: 'user.access',
  language: 'shell.language',
  numberFormat: 'user.numberFormat',
  dateFormat: 'user.dateFormat',
  timeZone: 'ui.timeZone',
  contacts: 'user.contacts',
} as const satisfies Record<Field, TextKey>
