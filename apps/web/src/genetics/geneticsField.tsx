import { genetics } from '@steading/contract/production/genetics'
import type { Genetics } from '@steading/contract/production/genetics'
import { relatedSpecies } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { missing } from '@steading/locales/format'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { useText } from '../platform/texts.tsx'
import { field } from '../resource/index.ts'
import type { ResourceField } from '../resource/index.ts'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { useAsyncOptions } from '../ui/form/options/useAsyncOptions.ts'
import type { OptionsSource } from '../ui/form/options/useAsyncOptions.ts'

const calls = api(genetics)

/** Active genetics to choose from: those that a place may use, of a species. */
export const geneticsAt = ({
  species,
  usableAt,
}: {
  species?: SpeciesCode | undefined
  usableAt?: string | undefined
}): OptionsSource<Genetics> => ({
  key: ['genetics', 'choices', species, usableAt],
  fetch: async ({ search, ids }, signal) => {
    const page = await data(
      calls.search(
        { query: ids ? { ids: [...ids], itemsPerPage: 50 } : { search, usableAt, status: ['ACTIVE'], itemsPerPage: 50 } },
        { signal },
      ),
    )
    const related = species && relatedSpecies(species)
    return { ...page, content: page.content.filter(entry => !related || related.includes(entry.species)) }
  },
  optionOf: ({ id, code, displayName }) => ({ value: id, label: `${code} · ${displayName}`, words: `${code} ${displayName}` }),
  staleTime: lifetimes.lookUp,
})

/** Genetics of a species, chosen among those of a place. */
export function GeneticsField({
  label,
  species,
  usableAt,
  value,
  onChange,
  error,
}: {
  label: string
  species: SpeciesCode | null | undefined
  usableAt?: string | undefined
  value: string | null
  onChange: (id: string | null) => void
  error?: string | undefined
}) {
  const { options, search, failed } = useAsyncOptions(geneticsAt({ species: species ?? undefined, usableAt }), {
    chosen: value === null ? [] : [value],
  })
  return (
    <SelectField label={label} options={options} value={value} onChange={onChange} onSearch={search} error={error ?? failed} />
  )
}

const geneticsQuery = (id: string) =>
  queryOptions({
    queryKey: ['genetics', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** The name of genetics by their id. */
function GeneticsName({ id }: { id: string | null }) {
  const t = useText()
  const { data: entry } = useQuery({ ...geneticsQuery(id ?? ''), enabled: id !== null })
  return id === null ? missing : (entry?.displayName ?? t('ui.loading'))
}

/** The genetics of a book's entry. */
export const geneticsField = (): ResourceField =>
  field<string | null>({
    key: 'geneticsId',
    label: 'genetics.one',
    initial: null,
    column: 'wide',
    input: (props, { values }) => (
      <GeneticsField
        {...props}
        species={values.species as SpeciesCode | null} // safe: the field of the species holds one
        usableAt={typeof values.entityId === 'string' ? values.entityId : undefined}
      />
    ),
    shown: value => <GeneticsName id={value} />,
    cell: id => id && (queryClient.getQueryData(geneticsQuery(id).queryKey)?.displayName ?? id),
    // Those out of reach stay ids.
    prepare: ids =>
      Promise.allSettled([...new Set(ids)].flatMap(id => (id === null ? [] : queryClient.fetchQuery(geneticsQuery(id))))),
  })
