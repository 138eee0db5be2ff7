import type { SpeciesCode } from '@steading/contract/production/species'
import { useText } from '../platform/texts.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { speciesOptions } from './species.ts'

/** A species, or a kind of one. */
export function SpeciesField(props: {
  readonly value: SpeciesCode | null | undefined
  readonly onChange: (species: SpeciesCode | null) => void
  readonly error?: string | undefined
  readonly required?: boolean
}) {
  const t = useText()
  return <SelectField label={t('species.one')} options={speciesOptions(t)} {...props} />
}
