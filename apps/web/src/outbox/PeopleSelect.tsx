import type { UserRef } from '@steading/contract/users/users'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import { useFormMode } from '../ui/form/edit/FormFields.tsx'
import { MultiSelectField } from '../ui/form/fields/MultiSelectField.tsx'
import { type Option, SelectField } from '../ui/form/fields/SelectField.tsx'
import { useAsyncOptions } from '../ui/form/options/useAsyncOptions.ts'
import { everybody, peopleWho } from './people.queries.ts'

const none: readonly Option<string>[] = []

interface Entry {
  readonly label: string
  /** Those whose names are known already. */
  readonly known?: readonly Option<string>[]
  /** Offers those alone who see this place. */
  readonly sees?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  readonly hint?: ReactNode
  readonly error?: ReactNode
}

/** Whom one may not see keeps the place, without a name. */
function useNamed(
  chosen: readonly string[],
  { known = none, sees }: Pick<Entry, 'known' | 'sees'>,
  optionOf = everybody.optionOf,
) {
  const t = useText()
  const mode = useFormMode()
  const found = useAsyncOptions({ ...peopleWho(sees), optionOf }, { chosen, known, enabled: mode !== 'view' })
  const unseen = chosen.filter(id => !found.options.some(option => option.value === id))
  return { ...found, options: [...found.options, ...unseen.map(id => ({ value: id, label: t('rule.told.hidden') }))] }
}

/** A person, found by what is typed among all that one sees. */
export function PersonSelect({
  value,
  known = none,
  sees,
  hint,
  ...props
}: Entry & { value: string | null; onChange: (id: string | null) => void }) {
  const { options, search, failed, more } = useNamed(value === null ? [] : [value], { known, sees })
  return <SelectField {...props} options={options} value={value} hint={hint ?? failed ?? more} onSearch={search} />
}

/** Several people; `optionOf` says of each what is to be known when one chooses. */
export function PeopleSelect({
  value,
  known = none,
  sees,
  hint,
  optionOf,
  ...props
}: Entry & {
  value: readonly string[]
  onChange: (ids: string[]) => void
  max?: number
  /** What the first place means, where the order matters. */
  ordered?: string | false
  optionOf?: (userRef: UserRef) => Option<string>
}) {
  const { options, search, failed, more } = useNamed(value, { known, sees }, optionOf)
  return <MultiSelectField {...props} options={options} value={value} hint={hint ?? more} failed={failed} onSearch={search} />
}
