import { CATEGORIES, type CategoryId } from '@steading/contract/devices/categories'
import type { InputFilters } from '@steading/contract/rules/templateInputs'
import { useText } from '../../platform/texts.tsx'
import { dataTypeName } from '../../interfaces/index.ts'
import { CheckGroup } from '../../ui/form/fields/CheckGroup.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { fitting } from './inputs.ts'
import { categoryWords, kindName } from '../details/templateWords.ts'
import { byName } from '../../platform/page/sortNames.ts'

const ids = Object.keys(CATEGORIES) as CategoryId[] // safe: its own keys

/** Filters of the sensors or devices that may be chosen, within those of the category. */
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
          options={kinds.map(kind => ({ value: kind, label: kindName(kind, t) }))}
          value={value.kinds ?? kinds}
          onChange={next => onChange({ ...value, kinds: next })}
          error={errors['filters.kinds']}
        />
      )}
      {dataTypes.length > 1 && (
        <CheckGroup
          label={t('template.values')}
          min={1}
          options={dataTypes.map(dataType => ({ value: dataType, label: dataTypeName(dataType, t) }))}
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
