import { apiAccess } from '@steading/contract/apiAccess/apiAccess'
import type { ApiAccess, ApiAccessWithSecret } from '@steading/contract/apiAccess/apiAccess'
import type { Permission } from '@steading/contract/users/permissions'
import { IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '../platform/api/api.ts'
import { useText } from '../platform/texts.tsx'
import { detailsPath, field, resource, text, wholeNumber } from '../resource/index.ts'
import type { InputForm, InputProps, ResourceField } from '../resource/index.ts'
import { LazyPermissionsField } from '../roles/index.ts'
import { TextAreaField } from '../ui/form/fields/TextField.tsx'
import { MomentField } from '../ui/moment/MomentField.tsx'
import { When } from '../ui/page/time/Timestamp.tsx'
import { ApiAccessBelow } from './ApiAccessBelow.tsx'
import { showSecret } from './showSecret.tsx'

const scopes = (): ResourceField =>
  field<readonly Permission[]>({
    key: 'scopes',
    label: 'api.scopes',
    initial: [],
    isApart: true,
    input: ({ value, onChange, error }) => (
      <LazyPermissionsField value={value} onChange={onChange} error={error} isEverythingOffered={false} />
    ),
    shown: (value, t) => t('role.count', { count: value.length }),
    cell: value => value.join(' '),
    column: 'wide',
  })

const addresses = (): ResourceField =>
  field<readonly string[]>({
    key: 'allowedIps',
    label: 'api.allowedIps',
    initial: [],
    input: (props, form) => <AddressesInput {...props} errors={form.errors} />,
    shown: (value, t) => value.join(', ') || t('api.anyAddress'),
    cell: value => value.join(' '),
  })

/** One address or network a line; the first message about any of them stands below. */
function AddressesInput({
  label,
  value,
  onChange,
  errors,
}: InputProps<readonly string[]> & Pick<InputForm, 'errors'>): ReactNode {
  const t = useText()
  return (
    <TextAreaField
      label={label}
      hint={t('api.allowedIpsHint')}
      value={value.join('\n')}
      error={Object.values(errors)[0]}
      onChange={event => onChange(linesOf(event.currentTarget.value))}
      onBlur={() => onChange(value.map(line => line.trim()).filter(line => line !== ''))}
    />
  )
}
const linesOf = (typed: string) => (typed === '' ? [] : typed.split('\n'))

const expiry = (): ResourceField =>
  field<string | null>({
    key: 'expiresUtc',
    label: 'api.expires',
    initial: null,
    input: ({ label, value, onChange, error }) => (
      <div className="when-field">
        <MomentField label={label} at={value ?? undefined} error={error} onChange={at => onChange(at ?? null)} />
      </div>
    ),
    shown: (value, t) => (value === null ? t('api.never') : <When at={value} />),
    cell: value => value,
  })

export const apiAccessResource = resource({
  name: 'apiAccess',
  contract: {
    routes: apiAccess,
    create: apiAccess.create.body,
    edit: apiAccess.edit.body,
    nameInUse: 'API_ACCESS_USERNAME_ALREADY_EXISTS',
  },
  calls: api(apiAccess),
  permissions: { create: 'api.create', update: 'api.update', delete: 'api.delete' },
  paths: {
    list: '/system/api-access',
    create: '/system/api-access/create',
    details: detailsPath('/system/api-access/{apiid}/details', 'apiid'),
    parameter: 'apiid',
  },
  words: {
    many: 'api.access',
    new: 'api.new',
    none: 'api.none',
    noneHint: 'api.noneHint',
    place: 'api.place',
    placeHint: 'api.placeHint',
    deleteHint: 'api.deleteHint',
    fixed: 'api.fixed',
  },
  icon: <IconPlugConnected size={30} stroke={1.4} />,
  nameInUse: 'API_ACCESS_USERNAME_ALREADY_EXISTS',
  uniqueField: 'username',
  fields: [
    text('displayName', 'ui.name', { max: 50 }),
    text('username', 'api.username', { max: 50, column: 'always', isSorted: true }),
    wholeNumber('rateLimit', 'api.rateLimit', { initial: 60, unit: '', min: 1, max: 6000, column: 'wide' }),
    expiry(),
    addresses(),
    scopes(),
  ],
  created: (reply, t) => showSecret(reply as ApiAccessWithSecret, t), // safe: the reply of create
  below: entry => <ApiAccessBelow entry={entry as unknown as ApiAccess} />, // safe: entries of this resource
})
