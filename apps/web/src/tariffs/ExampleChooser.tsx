import { TARIFF_EXAMPLES, tariffExamples } from '@steading/production/tariffs/tariffExamples'
import type { TariffExampleId } from '@steading/production/tariffs/tariffExamples'
import type { TextKey } from '@steading/locales/text'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import type { Values } from '../resource/index.ts'
import { SelectField } from '../ui/form/fields/SelectField.tsx'

const exampleKey = {
  PT_WEEKLY: 'tariff.example.ptWeekly',
  PT_DAILY: 'tariff.example.ptDaily',
  ES_3_0TD: 'tariff.example.es30td',
  FR_FOUR_PERIODS: 'tariff.example.frFourPeriods',
} as const satisfies Record<TariffExampleId, TextKey>

/** Fills a new tariff with an example of a country. */
export function ExampleChooser({ fill }: { fill: (values: Values) => void }) {
  const t = useText()
  const [chosen, choose] = useState<TariffExampleId | null>(null)
  return (
    <SelectField
      label={t('tariff.example.label')}
      hint={t('tariff.example.hint')}
      options={TARIFF_EXAMPLES.map(value => ({ value, label: t(exampleKey[value]) }))}
      value={chosen}
      onChange={id => {
        choose(id)
        if (id) fill({ ...tariffExamples[id], displayName: t(exampleKey[id]).slice(0, 50) })
      }}
    />
  )
}
