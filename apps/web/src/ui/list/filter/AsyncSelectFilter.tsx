import { type OptionsSource, useAsyncOptions } from '../../form/options/useAsyncOptions.ts'
import { ChoiceFilter } from './Filters.tsx'

/** A list narrowed to one of many that the server knows: typing finds it. */
export function FoundFilter<C>({
  name,
  source,
  value,
  onChange,
  standard,
}: {
  name: string
  source: OptionsSource<C>
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The choice that stands where nobody has chosen: never "any". */
  standard?: string
}) {
  const chosen = value === undefined ? [] : [value]
  const { options, search, failed, more } = useAsyncOptions(source, { chosen })
  return (
    <ChoiceFilter
      name={name}
      choices={options}
      value={chosen}
      onChange={([one]) => onChange(one)}
      onSearch={search}
      failed={failed !== undefined}
      more={more}
      {...(standard && { standard })}
    />
  )
}
