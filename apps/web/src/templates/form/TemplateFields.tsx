import { TERMINAL_PROFILES } from '@steading/contract/devices/terminals'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Entries, type FormMode } from '../../ui/form/edit/FormFields.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import type { TemplateForm } from './templateForm.ts'
import { InputsEditor } from '../inputs/InputsEditor.tsx'
import { WordsEntries, wrongLanguage } from './TranslationFields.tsx'

/** Form fields of a template. `place` and `category` are chosen only on creation; they are shown after the name. */
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
  /** Inputs of its category; undefined while loading. */
  whole: readonly TemplateInput[] | undefined
  place?: ReactNode
  category: ReactNode
  note: string
}) {
  const t = useText()
  const { values, errors } = form
  const problem = errorFor(errors, 'inputs')
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
              error={errorFor(errors, 'profiles')}
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
