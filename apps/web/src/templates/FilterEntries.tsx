import { CATEGORIES, type CategoryId } from '@steading/contract/categories'
import type { InputFilters } from '@steading/contract/template-inputs'
import { useText } from '../platform/texts.tsx'
import { dataTypeName } from '../interfaces/index.ts'
import { CheckGroup } from '../ui/form/CheckGroup.tsx'
import { MultiSelectField } from '../ui/form/MultiSelectField.tsx'
import { fitting } from './inputs.ts'
import { categoryWords, kindName } from './words.ts'
import { byName } from '../platform/names.ts'

const ids = Object.keys(CATEGORIES) as CategoryId[] // safe: its own keys

/** Which sensors or devices may be chosen, among those that the category takes. */
export function FilterEntries({
  value,
  whole,
  onChange,
  errors,
}: {
  value: InputFilters
  whole: InputFilters
  onChange: (value: InputFilters) => void
  errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const { kinds = [], dataTypes = [] } = whole
  const offered = ids
    .filter(id => fitting(CATEGORIES[id], value))
    .map(id => ({ value: id as string, label: categoryWords(id, t) }))
  return (
    <>
      {kinds.length > 1 && (
        <CheckGroup
          label={t('template.kinds')}
          min={1}
          options={kinds.map(one => ({ value: one, label: kindName(one, t) }))}
          value={value.kinds ?? kinds}
          onChange={next => onChange({ ...value, kinds: next })}
          error={errors['filters.kinds']}
        />
      )}
      {dataTypes.length > 1 && (
        <CheckGroup
          label={t('template.values')}
          min={1}
          options={dataTypes.map(one => ({ value: one, label: dataTypeName(one, t) }))}
          value={value.dataTypes ?? dataTypes}
          onChange={next => onChange({ ...value, dataTypes: next })}
          error={errors['filters.dataTypes']}
        />
      )}
      <MultiSelectField
        label={t('template.categories')}
        options={offered.toSorted((a, b) => byName(a.label, b.label, t.language))}
        value={value.categories ?? []}
        onChange={categories => {
          const { categories: _, ...rest } = value
          onChange(categories.length > 0 ? { ...rest, categories } : rest)
        }}
        hint={t('template.anyCategory')}
        error={errors['filters.categories']}
      />
    </>
  )
}
