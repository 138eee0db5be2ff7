import type { CategoryId } from '@steading/contract/devices/categories'
import { MOST_SOURCES } from '@steading/contract/devices/virtual'
import { type Operation, operationsOf, sourceProblem } from '@steading/contract/devices/virtualSources'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { Link } from '../../ui/Link.tsx'
import { LongList } from '../../ui/page/LongList.tsx'
import type { InterfaceForm } from './interfaceForm.ts'
import { insertHiddenSources } from './sourceOrder.ts'
import { useSources } from './useSources.ts'
import { operationName } from '../words.ts'

const mostOf = (operation: Operation) => ({ DIFF: 2, SCALE: 1 })[operation as 'DIFF'] ?? MOST_SOURCES // safe: only looked up
const decimals = 6
const none: readonly number[] = []

/** How a calculated sensor comes to its value. */
export function CalculationEntries({
  form,
  category,
  max,
  terminalId,
  home,
  hidden = none,
}: {
  form: InterfaceForm
  category: CategoryId | undefined
  /** Of the range, which tells scales of poultry from others. */
  max: number | null
  terminalId: string | null
  /** The place that it is at, in full. */
  home?: string | undefined
  /** The places of sources that are out of sight. */
  hidden?: readonly number[]
}) {
  const t = useText()
  const mode = useFormMode()
  const { virtual } = form.values
  const operations = category ? operationsOf(category) : []
  const operation = operations.find(operation => operation === virtual.operation)
  const { sources, error, nameOf } = useSources(terminalId, home)
  const isOrdered = operation === 'DIFF'
  const [hiddenAt] = hidden
  const orderWords = hiddenAt === undefined ? undefined : t(hiddenAt === 0 ? 'virtual.hiddenFirst' : 'virtual.hiddenSecond')
  const unseen = hidden.length === 0 ? undefined : isOrdered ? orderWords : t('interface.unseen', { count: hidden.length })
  const options = (sources ?? [])
    .filter(iface => category && operation && !iface.calculated && !sourceProblem({ category, max }, operation, iface))
    .map(iface => ({ value: iface.id, label: nameOf(iface.id) }))
  const isReady = category !== undefined && terminalId !== null
  if (mode === 'view')
    return (
      <>
        <ReadOnlyField label={t('virtual.operation')}>{operation && operationName(operation, t)}</ReadOnlyField>
        <ReadOnlyField label={t('virtual.sources')}>
          <LongList
            items={insertHiddenSources(virtual.sourceIds, isOrdered ? hidden : none).map((id, at) =>
              id === null
                ? { key: `hidden ${at}`, content: <span className="dim">{t('virtual.hiddenSource')}</span> }
                : {
                    key: id,
                    content: <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: id })}>{nameOf(id)}</Link>,
                  },
            )}
          />
          {unseen && !isOrdered && <span className="dim">{unseen}</span>}
        </ReadOnlyField>
        {operation === 'SCALE' && <ScaleEntries form={form} />}
      </>
    )
  return (
    <>
      <SelectField
        label={t('virtual.operation')}
        required
        disabled={!isReady}
        options={operations.map(operation => ({ value: operation as string, label: operationName(operation, t) }))}
        value={operation ?? null}
        onChange={next => {
          const chosen = operations.find(operation => operation === next)
          if (!chosen) return
          form.setFieldValue('virtual.operation', chosen)
          form.setFieldValue('virtual.sourceIds', virtual.sourceIds.slice(0, Math.max(0, mostOf(chosen) - hidden.length)))
        }}
        error={errorBelow(form.errors, 'virtual.operation')}
      />
      <MultiSelectField
        label={t('virtual.sources')}
        required={hidden.length === 0}
        disabled={!isReady}
        {...(operation && { max: Math.max(0, mostOf(operation) - hidden.length) })}
        ordered={isOrdered && hidden.length === 0 && t('virtual.first')}
        options={options}
        value={virtual.sourceIds}
        onChange={ids => form.setFieldValue('virtual.sourceIds', ids)}
        hint={
          unseen ??
          (!isReady
            ? t('virtual.chooseFirst')
            : sources && options.length === 0
              ? t('virtual.noSources')
              : t('virtual.sourcesHint'))
        }
        failed={error && !sources ? t('failed.lookup') : undefined}
        error={errorBelow(form.errors, 'virtual.sourceIds')}
      />
      {operation === 'SCALE' && <ScaleEntries form={form} />}
    </>
  )
}

function ScaleEntries({ form }: { form: InterfaceForm }) {
  const t = useText()
  return (
    <>
      <NumberField label={t('virtual.a')} required decimals={decimals} {...form.getInputProps('virtual.a')} />
      <NumberField label={t('virtual.b')} required decimals={decimals} {...form.getInputProps('virtual.b')} />
    </>
  )
}

/** What is wrong with an entry, or with a part of it. */
const errorBelow = (errors: Readonly<Record<string, unknown>>, field: string): string | undefined => {
  const found = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
  return typeof found === 'string' ? found : undefined
}
