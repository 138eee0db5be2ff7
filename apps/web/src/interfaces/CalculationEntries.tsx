import type { CategoryId } from '@steading/contract/categories'
import { MOST_SOURCES } from '@steading/contract/virtual'
import { type Operation, operationsOf, sourceProblem } from '@steading/contract/virtual-sources'
import { useQuery } from '@tanstack/react-query'
import { to } from '../app/index.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { MultiSelectField } from '../ui/form/MultiSelectField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Link } from '../ui/Link.tsx'
import { LongList } from '../ui/page/LongList.tsx'
import type { InterfaceForm } from './entered.ts'
import { terminalBoardQuery } from './interfaces.queries.ts'
import { operationName } from './words.ts'

const mostOf = (operation: Operation) => ({ DIFF: 2, SCALE: 1 })[operation as 'DIFF'] ?? MOST_SOURCES // safe: only looked up
const decimals = 6

/** How a calculated sensor comes to its value. */
export function CalculationEntries({
  form,
  category,
  max,
  terminalId,
}: {
  form: InterfaceForm
  category: CategoryId | undefined
  /** Of the range, which tells scales of poultry from others. */
  max: number | null
  terminalId: string | null
}) {
  const t = useText()
  const mode = useFormMode()
  const { virtual } = form.values
  const operations = category ? operationsOf(category) : []
  const operation = operations.find(one => one === virtual.operation)
  const { data: here, error } = useQuery({ ...terminalBoardQuery(terminalId ?? ''), enabled: terminalId !== null })
  const nameOf = (id: string) => here?.find(one => one.id === id)?.displayName ?? id
  const options = (here ?? [])
    .filter(one => category && operation && !one.calculated && !sourceProblem({ category, max }, operation, one))
    .map(one => ({ value: one.id, label: `${one.displayName} · ${one.entity.name}` }))
  const isReady = category !== undefined && terminalId !== null
  if (mode === 'view')
    return (
      <>
        <Shown label={t('virtual.operation')}>{operation && operationName(operation, t)}</Shown>
        <Shown label={t('virtual.sources')}>
          <LongList
            items={virtual.sourceIds.map(id => ({
              key: id,
              content: <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: id })}>{nameOf(id)}</Link>,
            }))}
          />
        </Shown>
        {operation === 'SCALE' && <Scale form={form} />}
      </>
    )
  return (
    <>
      <SelectField
        label={t('virtual.operation')}
        required
        disabled={!isReady}
        options={operations.map(one => ({ value: one as string, label: operationName(one, t) }))}
        value={operation ?? null}
        onChange={next => {
          const chosen = operations.find(one => one === next)
          if (!chosen) return
          form.setFieldValue('virtual.operation', chosen)
          form.setFieldValue('virtual.sourceIds', virtual.sourceIds.slice(0, mostOf(chosen)))
        }}
        error={wrong(form.errors, 'virtual.operation')}
      />
      <MultiSelectField
        label={t('virtual.sources')}
        required
        disabled={!isReady}
        {...(operation && { max: mostOf(operation) })}
        ordered={operation === 'DIFF' && t('virtual.first')}
        options={options}
        value={virtual.sourceIds}
        onChange={ids => form.setFieldValue('virtual.sourceIds', ids)}
        hint={
          !isReady ? t('virtual.chooseFirst') : here && options.length === 0 ? t('virtual.noSources') : t('virtual.sourcesHint')
        }
        failed={error && !here ? t('failed.lookup') : undefined}
        error={wrong(form.errors, 'virtual.sourceIds')}
      />
      {operation === 'SCALE' && <Scale form={form} />}
    </>
  )
}

function Scale({ form }: { form: InterfaceForm }) {
  const t = useText()
  return (
    <>
      <NumberField label={t('virtual.a')} required decimals={decimals} {...form.getInputProps('virtual.a')} />
      <NumberField label={t('virtual.b')} required decimals={decimals} {...form.getInputProps('virtual.b')} />
    </>
  )
}

/** What is wrong with an entry, or with a part of it. */
const wrong = (errors: Readonly<Record<string, unknown>>, field: string): string | undefined => {
  const found = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
  return typeof found === 'string' ? found : undefined
}
