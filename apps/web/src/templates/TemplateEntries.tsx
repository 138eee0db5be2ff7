import { TERMINAL_PROFILES } from '@steading/contract/terminals'
import type { TemplateInput } from '@steading/contract/template-inputs'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import { Entries, type FormMode } from '../ui/form/Entries.tsx'
import { MultiSelectField } from '../ui/form/MultiSelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import type { TemplateForm } from './entered.ts'
import { InputsEditor } from './InputsEditor.tsx'
import { WordsEntries, wrongLanguage } from './WordsEntries.tsx'

/** The entries of a template. `place` and `category` stand between its name and its boxes: they are chosen once. */
export function TemplateEntries({
  form,
  mode,
  whole,
  place,
  category,
  note,
}: {
  form: TemplateForm
  mode: FormMode
  /** What its category asks for; undefined until it is known. */
  whole: readonly TemplateInput[] | undefined
  place?: ReactNode
  category: ReactNode
  note: string
}) {
  const t = useText()
  const { values, errors } = form
  const problem = wrongWith(errors, 'inputs')
  const isPlaced = Object.keys(errors).some(field => /^inputs\.\d+\./.test(field))
  return (
    <>
      <Card title={t('ui.details')}>
        <div className="stack">
          <Entries mode={mode}>
            <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('name')} />
            {place}
            {category}
            <MultiSelectField
              label={t('template.profiles')}
              options={TERMINAL_PROFILES.map(one => ({ value: one, label: one }))}
              value={values.profiles}
              onChange={chosen =>
                form.setFieldValue(
                  'profiles',
                  TERMINAL_PROFILES.filter(one => chosen.includes(one)),
                )
              }
              hint={t('template.profilesHint')}
              error={wrongWith(errors, 'profiles')}
            />
          </Entries>
          <Note>{note}</Note>
        </div>
      </Card>
      <WordsEntries form={form} wrong={wrongLanguage(errors)} />
      {whole && (
        <>
          <Note>{t('template.inputsHint')}</Note>
          {problem && !isPlaced && (
            <p role="alert" className="template-problem">
              {problem}
            </p>
          )}
          <InputsEditor
            value={values.inputs}
            whole={whole}
            errors={errors}
            onChange={(inputs, stays) => {
              const others = Object.fromEntries(
                Object.entries(errors).filter(([field]) => !field.startsWith(stays === undefined ? 'inputs' : `${stays}.`)),
              )
              form.setFieldValue('inputs', inputs)
              form.setErrors(others)
            }}
          />
        </>
      )}
    </>
  )
}
