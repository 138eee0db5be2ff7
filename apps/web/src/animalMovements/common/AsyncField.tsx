import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { type OptionsSource, useAsyncOptions } from '../../ui/form/options/useAsyncOptions.ts'

/** One of many that the server knows: typing finds it. */
export function AsyncField<C>({
  source,
  enabled = true,
  value,
  ...props
}: {
  readonly source: OptionsSource<C>
  /** Whether anything is offered. */
  readonly enabled?: boolean
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly error: string | undefined
  readonly required?: boolean
}) {
  const { options, search, failed, more } = useAsyncOptions(source, { chosen: value === null ? [] : [value], enabled })
  return <SelectField {...props} options={options} value={value} onSearch={search} hint={failed ?? more} disabled={!enabled} />
}
